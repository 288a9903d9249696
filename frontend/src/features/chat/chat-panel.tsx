import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { cx } from '../../ui/cx.ts';
import { pictureButton } from '../../ui/picture-button.ts';
import { VoiceToggle } from '../../ui/voice-toggle.tsx';
import { Conversation } from './conversation.tsx';
import type { Chat } from './use-chat.ts';

/**
 * Shows the open chat: 20rem by 450px over the page (spec 1, screen 14).
 * The panel is at the left, above its button, if it fits beside a page of 1120px. Otherwise the panel is at the right,
 * because at the left it would cover addresses and main buttons. On a phone the panel fills the window.
 */
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
  const panel = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const dialog = panel.current;
    if (!dialog) return;
    if (phone) return fillWindow(dialog);
    // `show()` is not used, because it would move the focus into a panel that opened automatically.
    dialog.open = true;
    return () => dialog.close();
  }, [phone]);
  useEffect(() => {
    // On a phone the field gets no focus until the customer taps it, because the keyboard would cover the greeting.
    if (phone) heading.current?.focus();
    else if (takeFocus) field.current?.focus();
  }, [phone, takeFocus]);

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
      // Android's back gesture cancels the dialog.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={cx(
        'fixed z-30 m-0 grid max-w-[calc(100vw-2rem)] animate-rise grid-rows-[auto_minmax(0,1fr)_auto] overflow-hidden border border-line-strong bg-card p-0 text-ink shadow-card print:hidden',
        'top-auto right-4 bottom-22 left-auto min-[114rem]:right-auto min-[114rem]:left-4 h-[28.125rem] max-h-[calc(100dvh-6.5rem)] w-80 rounded-lg',
        'max-[640px]:inset-0 max-[640px]:h-dvh max-[640px]:max-h-none max-[640px]:w-full max-[640px]:max-w-none max-[640px]:rounded-none max-[640px]:border-0',
      )}
    >
      <div className="flex flex-wrap items-center gap-1 border-b border-line py-1 pr-1 pl-4 max-[640px]:py-2 max-[640px]:pr-3">
        <h2 id="chat-title" ref={heading} tabIndex={-1} className="text-base">
          XRP transfer assistant
        </h2>
        <div className="ml-auto flex items-center gap-1">
          <VoiceToggle className={iconButton} />
          <button
            ref={phone ? undefined : pictureButton}
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
      <Conversation chat={chat} field={field} phone={phone} />
    </dialog>
  );
}

/**
 * Opens a modal dialog that fills the window above a phone's keyboard.
 * The keyboard covers the lower part of the window without resizing the window.
 * @returns a function that closes the dialog and undoes all changes
 */
function fillWindow(dialog: HTMLDialogElement): () => void {
  const seen = visualViewport;
  const place = () => {
    // During a pinch zoom the visual viewport shows only a part of the chat, so its size must not shrink the chat.
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
