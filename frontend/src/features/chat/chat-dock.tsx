import { MessageCircleQuestionMark, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useAssistantContext } from '../../domain/assistant/assistant-step.ts';
import { floating, useFloating } from '../../lib/floating.ts';
import { isTyping } from '../../lib/is-typing.ts';
import { defineStored, parseFlag } from '../../lib/storage.ts';
import { cx } from '../../ui/cx.ts';
import { pictureButton } from '../../ui/picture-button.ts';
import { ChatPanel } from './chat-panel.tsx';
import { useBackCloses, usePhone, useWideWindow } from './phone.ts';
import { useRetreat } from './retreat.ts';
import { useChat } from './use-chat.ts';
import { useComingBack } from './use-coming-back.ts';

// The delay before the hint, as spec 1 §9 requires.
const hintMs = 30_000;
const hinted = defineStored('chat-nudged', parseFlag, false);

/**
 * Shows the chat's panel and its button, which is at the bottom left or, in a narrow window, in a bar.
 * On a phone the panel would cover the page, so the bar shows only a hint. In a wider window the panel may open
 * automatically, without taking the focus. `beside` is content at the right of the bar.
 */
export function ChatDock({ beside }: { beside?: ReactNode }) {
  const chat = useChat();
  const shown = useFloating();
  const { step } = useAssistantContext();
  const phone = usePhone();
  const wide = useWideWindow();
  const away = useRetreat();
  const [hint, setHint] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = shown?.name === 'chat';
  // No hint is shown after an earlier hint, to customers who have already used the chat, or while a dialog is open.
  const mayHint = shown === null && !chat.hasInteracted && !hinted.get();
  const leaveHistory = useBackCloses(open && phone, hide);

  useEffect(() => () => floating.close('chat'), []);
  useLayoutEffect(() => (wide ? pictureButton(button.current) : undefined), [wide]);
  useEffect(() => {
    if (open) setHint(null);
  }, [open]);

  function hide() {
    const opener = shown?.opener;
    floating.close('chat');
    // On a phone the button is hidden until the chat has closed, so the focus moves one frame later. The focus does not
    // move if another element already has it.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) (opener?.isConnected ? opener : button.current)?.focus();
    });
  }
  function close() {
    hide();
    leaveHistory();
  }

  const showHint = useEffectEvent((): boolean => {
    if (isTyping()) return false;
    hinted.set(true);
    if (phone) setHint('Stuck? Ask me.');
    else {
      chat.offerHelp();
      floating.open('chat');
    }
    return true;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step restarts the timer
  useEffect(() => {
    if (!mayHint) return;
    let timer = setTimeout(function wait() {
      if (!showHint()) timer = setTimeout(wait, hintMs);
    }, hintMs);
    return () => clearTimeout(timer);
  }, [mayHint, step]);

  useComingBack(() => {
    if (!chat.welcomeBack() || shown !== null) return;
    if (phone) setHint('You’re back! Ask me.');
    else floating.open('chat');
  });

  return (
    <section aria-label="Assistant">
      {/* The region is rendered even without a hint, because screen readers read only changes of an existing
          region. */}
      <p role="status" className="sr-only">
        {hint}
      </p>
      <div
        className={cx(
          '@container pointer-events-none fixed inset-x-0 bottom-0 z-30 flex items-center justify-between print:hidden xl:inset-x-4 xl:bottom-4',
          // In a narrow window the button is in a bar, because a round button would cover prices and addresses.
          'max-xl:min-h-15 max-xl:border-t max-xl:border-line-strong max-xl:bg-card max-xl:pb-[env(safe-area-inset-bottom)]',
          open && 'max-[640px]:hidden',
          // The bar hides while the customer scrolls down or types, but not while it has the keyboard focus.
          'transition-transform duration-200',
          away && !open && 'max-xl:not-has-focus-visible:translate-y-full',
        )}
      >
        <button
          ref={button}
          type="button"
          aria-expanded={open}
          aria-controls={open ? 'chat-panel' : undefined}
          onClick={(event) => (open ? close() : floating.open('chat', event.currentTarget))}
          className="group pointer-events-auto flex min-w-0 items-center gap-3 max-xl:@container max-xl:min-h-15 max-xl:flex-1 max-xl:px-[min(1.25rem,5vw)] max-xl:-outline-offset-3 xl:rounded-full xl:shadow-card"
        >
          <span className="grid size-11 shrink-0 place-items-center rounded-full bg-water text-water-ink group-hover:bg-water-deep max-xl:@max-[10rem]:hidden xl:size-14">
            {open ? <X aria-hidden className="size-6" /> : <MessageCircleQuestionMark aria-hidden className="size-6" />}
          </span>
          {hint && <span className="text-left font-semibold text-water xl:sr-only">{hint} </span>}
          <span className={hint ? 'sr-only' : 'text-left font-semibold text-water xl:sr-only'}>
            {open ? 'Close the assistant' : 'Ask the assistant'}
          </span>
        </button>
        {beside}
      </div>
      {open && <ChatPanel chat={chat} phone={phone} takeFocus={shown.opener !== null} onClose={close} />}
    </section>
  );
}
