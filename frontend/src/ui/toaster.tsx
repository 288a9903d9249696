import { X } from 'lucide-react';
import * as Toast from 'radix-ui/toast';
import { TextButton } from './button.tsx';
import { cx } from './cx.ts';
import { pictureButton } from './picture-button.ts';
import { dismissToast, useToast } from './toast.ts';

// Toasts may disappear soon, because the page itself shows each message permanently. A swipe of 50 px dismisses a
// toast. The hotkey F8 is Radix's default.
const durationMs = 5_000;
const swipePx = 50;

/** Renders the current toast. The shell mounts it once. */
export function Toaster() {
  const shown = useToast();
  const bad = shown?.variant === 'destructive';
  return (
    <Toast.Provider swipeThreshold={swipePx}>
      {shown && (
        <Toast.Root
          key={shown.id}
          type={bad ? 'foreground' : 'background'}
          duration={shown.durationMs ?? durationMs}
          onOpenChange={(open) => !open && dismissToast()}
          className={cx(
            'pointer-events-auto grid animate-rise grid-cols-[minmax(0,1fr)_auto] items-start gap-2 rounded-md border bg-card py-3 pr-2 pl-[min(1.25rem,5vw)] shadow-card',
            bad ? 'border-bad' : 'border-line-strong',
          )}
        >
          <div className="py-1">
            <Toast.Title className={cx('font-semibold', bad && 'text-bad')}>{shown.title}</Toast.Title>
            {shown.description && (
              <Toast.Description className="text-sm text-ink-2">{shown.description}</Toast.Description>
            )}
            {shown.action && (
              <Toast.Action asChild altText={`${shown.action.label} (also on the page)`}>
                <TextButton onClick={shown.action.onPress}>{shown.action.label}</TextButton>
              </Toast.Action>
            )}
          </div>
          <Toast.Close
            ref={pictureButton}
            aria-label="Dismiss"
            className="grid size-11 place-items-center rounded-full text-ink-2 hover:bg-sunk"
          >
            <X className="size-5" aria-hidden />
          </Toast.Close>
        </Toast.Root>
      )}
      {/* Toasts are at the bottom of the window, because the heading is at the top. They cover the assistant's bar
          briefly, and move beside the open chat. */}
      <Toast.Viewport className="pointer-events-none fixed right-1/2 bottom-0 z-50 w-full max-w-[calc(28rem+32px)] translate-x-1/2 px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] outline-none lg:right-0 lg:translate-x-0 lg:p-6 lg:max-[114rem]:in-[:has(#chat-panel)]:right-84" />
    </Toast.Provider>
  );
}
