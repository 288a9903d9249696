import { SendHorizontal, Volume2, VolumeX, X } from 'lucide-react';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SecretStopped } from '../../shared/destination/secret-stopped.tsx';
import { useVoice } from '../../shared/speech.ts';
import { OutsideLink, TextLink } from '../../shared/ui/button.tsx';
import { cx } from '../../shared/ui/cx.ts';
import type { Source } from './api.ts';
import type { Suggestion } from './suggestions.ts';
import type { Chat, Message } from './use-chat.ts';

/** The open chat: 20rem by 450px over the page (spec 1, screen 14); on a phone it fills the window, and is all there is. */
export function ChatPanel({
  chat,
  phone,
  takeFocus,
  onClose,
}: {
  chat: Chat;
  phone: boolean;
  takeFocus: boolean;
  onClose: () => void;
}) {
  const { messages, typing, secretStopped } = chat;
  const [text, setText] = useState('');
  const voice = useVoice();
  const panel = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const log = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const dialog = panel.current;
    if (!dialog) return;
    if (phone) return fillWindow(dialog);
    // Not by show(), which would take the focus from whoever did not ask for it.
    dialog.open = true;
    return () => dialog.close();
  }, [phone]);
  useEffect(() => {
    // A phone's keyboard would cover the greeting and its questions: the field brings it up when it is tapped.
    if (phone) heading.current?.focus();
    else if (takeFocus) field.current?.focus();
  }, [phone, takeFocus]);
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
    <dialog
      ref={panel}
      id="chat-panel"
      aria-labelledby="chat-title"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      // Android's back gesture.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={cx(
        'fixed z-30 m-0 grid max-w-[calc(100vw-2rem)] animate-rise grid-rows-[auto_minmax(0,1fr)_auto] overflow-hidden border border-line-strong bg-card p-0 text-ink shadow-card print:hidden',
        'top-auto bottom-22 left-4 h-[28.125rem] max-h-[calc(100dvh-6.5rem)] w-80 rounded-lg',
        'max-[640px]:inset-0 max-[640px]:h-dvh max-[640px]:max-h-none max-[640px]:w-full max-[640px]:max-w-none max-[640px]:rounded-none max-[640px]:border-0',
      )}
    >
      <div className="flex flex-wrap items-center gap-1 border-b border-line py-1 pr-1 pl-4 max-[640px]:py-2 max-[640px]:pr-3">
        <h2 id="chat-title" ref={heading} tabIndex={-1} className="text-base">
          Your assistant
        </h2>
        <div className="ml-auto flex items-center gap-1">
          {voice && (
            <button type="button" aria-pressed={voice.on} onClick={voice.toggle} className={iconButton}>
              {voice.on ? <Volume2 aria-hidden className="size-5" /> : <VolumeX aria-hidden className="size-5" />}
              <span className="sr-only">Read messages aloud</span>
            </button>
          )}
          <button
            type="button"
            onClick={onClose}
            className={
              phone ? 'flex min-h-12 items-center gap-2 rounded-full bg-sunk pr-5 pl-4 font-semibold' : iconButton
            }
          >
            <X aria-hidden className="size-5.5" />
            <span className={phone ? undefined : 'sr-only'}>Close</span>
            <span className="sr-only"> the assistant</span>
          </button>
        </div>
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
          <Line
            key={each.id}
            message={each}
            phone={phone}
            onAsk={each === last && !typing ? askSuggested : undefined}
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
            <SecretStopped wanted="Ask me anything else: I never need it." />
          </div>
        )}
      </div>
      <form
        onSubmit={send}
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 border-t border-line p-[min(0.75rem,3vw)] min-[640px]:p-2"
      >
        <input
          ref={field}
          aria-label="Your question"
          placeholder="Ask me…"
          value={text}
          maxLength={500}
          autoComplete="off"
          onChange={({ target: { value } }) => setText(chat.allows(value) ? value : '')}
          className="min-h-11 min-w-0 rounded-full border-[1.5px] outline-offset-1 border-line-strong bg-card px-4 text-sm placeholder:text-ink-3"
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
    </dialog>
  );
}

/**
 * Opens a dialog over the whole window, keeps the focus in it, and keeps it above a phone's keyboard, which covers the
 * window without making it smaller. @returns what undoes it
 */
function fillWindow(dialog: HTMLDialogElement): () => void {
  const seen = visualViewport;
  const place = () => {
    // Who enlarges the page with two fingers looks at a part of the chat, and does not make it smaller.
    const whole = !seen || seen.scale > 1.01;
    dialog.style.height = whole ? '' : `${seen.height}px`;
    dialog.style.top = whole ? '' : `${seen.offsetTop}px`;
  };
  dialog.showModal();
  place();
  seen?.addEventListener('resize', place);
  seen?.addEventListener('scroll', place);
  return () => {
    seen?.removeEventListener('resize', place);
    seen?.removeEventListener('scroll', place);
    dialog.style.height = '';
    dialog.style.top = '';
    dialog.close();
  };
}

const iconButton = 'grid size-11 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunk';

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
        <p className="whitespace-pre-line">
          {type === 'user' && <span className="sr-only">You: </span>}
          {content}
        </p>
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

/** A page of ours, which on a phone takes the place of the chat in the history, or another site; nothing else is made a link. */
function SourceLink({ title, url, phone }: Source & { phone: boolean }) {
  const look = 'inline-flex min-h-11 min-w-11 items-center';
  if (url.startsWith('/') && !url.startsWith('//')) {
    return (
      <TextLink to={url} replace={phone} className={look}>
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
