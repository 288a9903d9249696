import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { SecretStopped } from '../../domain/destination/secret-stopped.tsx';
import { TextLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { pictureButton } from '../../ui/picture-button.ts';
import type { Source } from './api.ts';
import type { Suggestion } from './suggestions.ts';
import type { Chat, Message } from './use-chat.ts';

/** Shows the messages and the field for the next question, as two rows of the surrounding grid. */
export function Conversation({
  chat,
  field,
  phone,
}: {
  chat: Chat;
  field?: RefObject<HTMLInputElement | null>;
  /** True if the chat fills the window. In this case, a followed link replaces the chat in the history. */
  phone: boolean;
}) {
  const { messages, typing, secretStopped } = chat;
  const [text, setText] = useState('');
  const log = useRef<HTMLDivElement>(null);
  const last = messages.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message scrolls to its beginning
  useEffect(() => {
    const line = log.current?.lastElementChild;
    if (line instanceof HTMLElement) log.current?.scrollTo({ top: line.offsetTop - 12 });
  }, [last?.id, typing, secretStopped]);

  function send(event: FormEvent) {
    event.preventDefault();
    if (!text.trim() || typing) return;
    setText('');
    if (chat.allows(text)) void chat.ask(text);
  }
  function chooseSuggestion({ id, title }: Suggestion) {
    // The pressed suggestion disappears. The focus moves to the log, because in the field it would open an on-screen
    // keyboard over the answer.
    log.current?.focus({ preventScroll: true });
    void chat.ask(title, id);
  }

  return (
    <>
      <div
        ref={log}
        role="log"
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
        tabIndex={0}
        className="relative overflow-y-auto overscroll-contain p-4 -outline-offset-3"
      >
        {messages.map((each) => (
          <Line
            key={each.id}
            message={each}
            phone={phone}
            onAsk={each === last && !typing ? chooseSuggestion : undefined}
          />
        ))}
        {typing && (
          <p className="flex gap-1.5 py-2">
            <span className="sr-only">Writing an answer…</span>
            {[0, 1, 2].map((dot) => (
              <span key={dot} aria-hidden className="size-2.5 animate-pulse rounded-full bg-ink-3" />
            ))}
          </p>
        )}
        {secretStopped && (
          <div className="pt-3">
            <SecretStopped wanted="I never need that. Ask me anything else." />
          </div>
        )}
      </div>
      <form onSubmit={send} className="@container border-t border-line p-[min(0.75rem,3vw)] min-[640px]:p-2">
        {/* With large text, the placeholder needs the whole width, so the button moves below the field. */}
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 @max-[15rem]:grid-cols-1">
          <input
            ref={field}
            aria-label="Your question"
            placeholder="Ask me anything..."
            value={text}
            maxLength={500}
            autoComplete="off"
            onChange={({ target: { value } }) => setText(chat.allows(value) ? value : '')}
            className="min-h-11 min-w-0 rounded-full border-[1.5px] outline-offset-1 border-line-strong bg-card px-[min(1rem,3vw)] text-sm placeholder:text-ink-3"
          />
          <button
            ref={pictureButton}
            type="submit"
            aria-disabled={typing || !text.trim()}
            className="grid size-11 place-items-center justify-self-end rounded-full bg-water text-water-ink hover:bg-water-deep aria-disabled:bg-sunk aria-disabled:text-ink-3"
          >
            <SendHorizontal aria-hidden className="size-5" />
            <span className="sr-only">Send</span>
          </button>
        </div>
      </form>
    </>
  );
}

const looks = {
  assistant: 'mr-4 rounded-bl-sm bg-sunk',
  user: 'ml-8 rounded-br-sm bg-water-soft text-water-deep',
  system: 'border border-line text-ink-2',
} as const;

function Line({
  message,
  phone,
  onAsk,
}: {
  message: Message;
  phone: boolean;
  onAsk: ((suggestion: Suggestion) => void) | undefined;
}) {
  const { type, content, suggestions = [], sources = [] } = message;
  return (
    <div className="mt-3 grid gap-2 first:mt-0">
      <div className={cx('grid gap-2 rounded-md px-3.5 py-2.5 text-sm', looks[type])}>
        {type === 'user' ? (
          <p className="whitespace-pre-line">
            <span className="sr-only">You: </span>
            {content}
          </p>
        ) : (
          <AnswerText content={content} />
        )}
        {sources.length > 0 && (
          <div className="border-t border-line pt-1.5">
            <p className="text-ink-2">Where this comes from</p>
            <ul aria-label="Sources" className="flex flex-wrap gap-x-5">
              {sources.map((source) => (
                <li key={source.url}>
                  <SourceLink {...source} phone={phone} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {onAsk && suggestions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {suggestions.map((suggestion) => (
            <button
              key={suggestion.title}
              type="button"
              onClick={() => onAsk(suggestion)}
              className="min-h-11 rounded-full px-4 py-1.5 text-left text-sm leading-tight font-semibold text-water shadow-[inset_0_0_0_1.5px_var(--color-line-strong)] hover:bg-sunk"
            >
              {suggestion.title}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Shows an answer: its sentences, and its numbered lines as a list. */
function AnswerText({ content }: { content: string }) {
  const lines = content.split('\n');
  const isStep = (line: string) => /^\d+\. /.test(line);
  const first = lines.findIndex(isStep);
  const last = lines.findLastIndex(isStep);
  if (first < 0) return <p className="whitespace-pre-line">{content}</p>;
  const [before, after] = [lines.slice(0, first).join('\n'), lines.slice(last + 1).join('\n')];
  return (
    <>
      {before && <p className="whitespace-pre-line">{before}</p>}
      <ol className="grid list-decimal gap-1.5 pl-6 marker:font-bold marker:text-water">
        {lines.slice(first, last + 1).map((line) => (
          <li key={line} className="pl-1">
            {line.replace(/^\d+\. /, '')}
          </li>
        ))}
      </ol>
      {after && <p className="whitespace-pre-line">{after}</p>}
    </>
  );
}

/**
 * Links to one of our pages or to an https site. For any other URL, shows only the title.
 * On a phone, a link to our page replaces the chat's history entry.
 */
function SourceLink({ title, url, phone }: Source & { phone: boolean }) {
  const linkClass = 'inline-flex min-h-11 min-w-11 items-center';
  if (url.startsWith('/') && !url.startsWith('//')) {
    return (
      <TextLink to={url} replace={phone} className={linkClass}>
        {title}
      </TextLink>
    );
  }
  return url.startsWith('https://') ? (
    <OutsideLink href={url} className={linkClass}>
      {title}
    </OutsideLink>
  ) : (
    title
  );
}
