import * as Tooltip from 'radix-ui/tooltip';
import { type Ref, useImperativeHandle, useLayoutEffect } from 'react';
import { usePictureButtons } from './picture-button.ts';

// Delays that spec 1 §9 requires.
const delayMs = 700;
const skipDelayMs = 300;

/**
 * Shows the tooltips of all icon buttons.
 * The shell mounts this component once, and loads it after the page.
 */
export function Tooltips() {
  const buttons = usePictureButtons();
  return (
    <Tooltip.Provider delayDuration={delayMs} skipDelayDuration={skipDelayMs}>
      {buttons.map(({ id, element }) => (
        <NameOf key={id} button={element} />
      ))}
    </Tooltip.Provider>
  );
}

function NameOf({ button }: { button: HTMLElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        <MountedButton button={button} />
      </Tooltip.Trigger>
      {/* The tooltip is in the button's dialog, because a dialog that fills the window covers everything outside
          it. */}
      <Tooltip.Portal container={button.closest('dialog')}>
        {/* The tooltip is hidden from screen readers, because they already read the button's own name. */}
        <Tooltip.Content
          aria-hidden
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-60 animate-rise rounded-sm bg-ink px-3 py-1.5 text-sm text-paper shadow-card print:hidden"
        >
          {button.ariaLabel ?? button.textContent}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

const handled = ['onPointerMove', 'onPointerLeave', 'onPointerDown', 'onFocus', 'onBlur', 'onClick'] as const;

/**
 * Attaches the handlers of Radix's trigger to a button that is already mounted.
 * The button was rendered before this file was loaded. Rendering the button again would lose the focus.
 */
function MountedButton({
  button,
  ref,
  ...handlers
}: { button: HTMLElement; ref?: Ref<HTMLElement> } & Partial<
  Record<(typeof handled)[number], (event: Event) => void>
>) {
  useImperativeHandle(ref, () => button, [button]);
  useLayoutEffect(() => {
    const listening = new AbortController();
    for (const name of handled) {
      const listener = (event: Event) => {
        // A dialog focuses its first button when it opens. If the mouse opened the dialog, this focus must not show a
        // tooltip.
        if (name !== 'onFocus' || button.matches(':focus-visible')) handlers[name]?.(event);
      };
      button.addEventListener(name.slice(2).toLowerCase(), listener, listening);
    }
    return () => listening.abort();
  });
  return null;
}
