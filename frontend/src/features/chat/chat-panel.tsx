import { SendHorizontal, Volume2, VolumeX, X } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { SecretStopped } from '../../shared/destination/secret-stopped.tsx';
import { useVoice } from '../../shared/speech.ts';
import { OutsideLink, TextLink } from '../../shared/ui/button.tsx';
import { cx } from '../../shared/ui/cx.ts';
import type { Source } from './api.ts';
import type { Suggestion } from './suggestions.ts';
import type { Chat, Message } from './use-chat.ts';

/** The open chat: 20rem by 450px over the page, on a phone its whole width and 240px (spec 1, screen 14). */
export function ChatPanel({ chat, takeFocus, onClose }: { chat: Chat; takeFocus: boolean; onClose: () => void }) {
  const { messages, typing, secretStopped } = chat;
  const [text, setText] = useState('');
  const voice = useVoice();
  const field = useRef<HTMLInputElement>(null);
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takeFocus) field.current?.focus();
  }, [takeFocus]);
  const last = messages.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line moves the view to its beginning
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
  function askSuggested({ id, title }: Suggestion) {
    // The pressed suggestion goes away: the focus stays here, and no keyboard comes up over the answer.
    log.current?.focus({ preventScroll: true });
    void chat.ask(title, id);
  }

  return (
    <div
      id="chat-panel"
      role="dialog"
      aria-labelledby="chat-title"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      className={cx(
        'fixed z-30 grid animate-rise grid-rows-[auto_minmax(0,1fr)_auto] overflow-hidden border border-line-strong bg-card shadow-card print:hidden',
        'bottom-22 left-4 h-[450px] max-h-[calc(100dvh-104px)] w-80 rounded-lg',
        'max-[640.02px]:inset-x-0 max-[640.02px]:bottom-0 max-[640.02px]:h-60 max-[640.02px]:w-full max-[640.02px]:rounded-b-none',
      )}
    >
      <div className="flex items-center gap-1 border-b border-line pr-1 pl-4 sm:py-1">
        <h2 id="chat-title" className="mr-auto text-base">
          XRP Transfer Assistant
        </h2>
        {voice && (
          <button type="button" aria-pressed={voice.on} onClick={voice.toggle} className={iconButton}>
            {voice.on ? <Volume2 aria-hidden className="size-5" /> : <VolumeX aria-hidden className="size-5" />}
            <span className="sr-only">Read messages aloud</span>
          </button>
        )}
        <button type="button" onClick={onClose} className={iconButton}>
          <X aria-hidden className="size-5.5" />
          <span className="sr-only">Close the chat</span>
        </button>
      </div>
      <div
        ref={log}
        role="log"
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        tabIndex={0}
        className="relative overflow-y-auto overscroll-contain p-4 -outline-offset-3"
      >
        {messages.map((each) => (
          <Line key={each.id} message={each} onAsk={each === last && !typing ? askSuggested : undefined} />
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
            <SecretStopped wanted="Ask me anything else: I never need it." />
          </div>
        )}
      </div>
      <form onSubmit={send} className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 border-t border-line p-1.5 sm:p-2">
        <input
          ref={field}
          aria-label="Your question"
          placeholder="Ask me anything..."
          value={text}
          maxLength={500}
          autoComplete="off"
          onChange={({ target: { value } }) => setText(chat.allows(value) ? value : '')}
          className="min-h-11 rounded-full border-[1.5px] outline-offset-1 border-line-strong bg-card px-4 text-sm placeholder:text-ink-3"
        />
        <button
          type="submit"
          aria-disabled={typing || !text.trim()}
          className="grid size-11 place-items-center rounded-full bg-water text-water-ink hover:bg-water-deep aria-disabled:bg-sunk aria-disabled:text-ink-3"
        >
          <SendHorizontal aria-hidden className="size-5" />
          <span className="sr-only">Send</span>
        </button>
      </form>
    </div>
  );
}

const iconButton = 'grid size-11 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunk';

const looks = {
  assistant: 'mr-4 rounded-bl-sm bg-sunk',
  user: 'ml-8 rounded-br-sm bg-water-soft text-water-deep',
  system: 'border border-line text-ink-2',
} as const;

function Line({ message, onAsk }: { message: Message; onAsk: ((suggestion: Suggestion) => void) | undefined }) {
  const { type, content, suggestions = [], sources = [] } = message;
  return (
    <div className="mt-3 grid gap-2 first:mt-0">
      <div className={cx('grid gap-2 rounded-md px-3.5 py-2.5 text-sm', looks[type])}>
        <p className="whitespace-pre-line">
          {type === 'user' && <span className="sr-only">You: </span>}
          {content}
        </p>
        {sources.length > 0 && (
          <div className="border-t border-line pt-1.5">
            <p className="text-xs text-ink-2">Where this comes from</p>
            <ul aria-label="Sources" className="flex flex-wrap gap-x-5">
              {sources.map((source) => (
                <li key={source.url}>
                  <SourceLink {...source} />
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

/** A page of ours, or another site; nothing else is made a link. */
function SourceLink({ title, url }: Source) {
  const look = 'inline-flex min-h-11 min-w-11 items-center';
  if (url.startsWith('/') && !url.startsWith('//')) {
    return (
      <TextLink to={url} className={look}>
        {title}
      </TextLink>
    );
  }
  return url.startsWith('https://') ? (
    <OutsideLink href={url} className={look}>
      {title}
    </OutsideLink>
  ) : (
    title
  );
}
