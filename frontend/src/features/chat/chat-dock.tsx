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

// Spec 1 §9.
const nudgeMs = 30_000;
const nudged = defineStored('chat-nudged', parseFlag, false);

/**
 * The chat's button at the bottom left, in a narrow window a bar at its foot, and the panel it opens. Where there is
 * room beside the page, the panel also opens by itself to help, without taking the focus; on a phone, where it would
 * cover the page, the bar only says so. What is `beside` it stands in the same bar, where there is room at the right.
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
  // Nothing opens over a dialog, and nobody is nudged who already knows the chat.
  const mayNudge = shown === null && !chat.hasInteracted && !nudged.get();
  const leaveHistory = useBackCloses(open && phone, hide);

  useEffect(() => () => floating.close('chat'), []);
  useLayoutEffect(() => (wide ? pictureButton(button.current) : undefined), [wide]);
  useEffect(() => {
    if (open) setHint(null);
  }, [open]);

  function hide() {
    const opener = shown?.opener;
    floating.close('chat');
    // On a phone the button is back only after this; and a page that opened in the meantime keeps the focus it took.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) (opener?.isConnected ? opener : button.current)?.focus();
    });
  }
  function close() {
    hide();
    leaveHistory();
  }

  const nudge = useEffectEvent((): boolean => {
    if (isTyping()) return false;
    nudged.set(true);
    if (phone) setHint('Stuck? Ask me.');
    else {
      chat.nudge();
      floating.open('chat');
    }
    return true;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time counts from the beginning of a step
  useEffect(() => {
    if (!mayNudge) return;
    let timer = setTimeout(function wait() {
      if (!nudge()) timer = setTimeout(wait, nudgeMs);
    }, nudgeMs);
    return () => clearTimeout(timer);
  }, [mayNudge, step]);

  useComingBack(() => {
    if (!chat.welcomeBack() || shown !== null) return;
    if (phone) setHint('Wallet ready? Ask me.');
    else floating.open('chat');
  });

  return (
    <section aria-label="Assistant">
      {/* It is there before the hint, or the hint would not be read out. */}
      <p role="status" className="sr-only">
        {hint}
      </p>
      <div
        className={cx(
          '@container pointer-events-none fixed inset-x-0 bottom-0 z-30 flex items-center justify-between print:hidden xl:inset-x-4 xl:bottom-4',
          // Without room beside the page it is a bar: a round button would lie on prices and addresses.
          'max-xl:min-h-15 max-xl:border-t max-xl:border-line-strong max-xl:bg-card max-xl:pb-[env(safe-area-inset-bottom)]',
          open && 'max-[640px]:hidden',
          // It makes room for reading and typing, but never for whoever comes to it by keyboard.
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
