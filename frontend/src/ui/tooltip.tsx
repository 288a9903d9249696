import * as Tooltip from 'radix-ui/tooltip';
import { type Ref, useImperativeHandle, useLayoutEffect } from 'react';
import { usePictureButtons } from './picture-button.ts';

// Spec 1 §9.
const delayMs = 700;
const skipDelayMs = 300;

/** The names of all buttons that show only a picture; the shell holds it, and loads it after the page. */
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
        <Standing button={button} />
      </Tooltip.Trigger>
      {/* A dialog that fills the window lies above everything that is not within it. */}
      <Tooltip.Portal container={button.closest('dialog')}>
        {/* A screen reader has said the name already. */}
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

const heard = ['onPointerMove', 'onPointerLeave', 'onPointerDown', 'onFocus', 'onBlur', 'onClick'] as const;

/**
 * Hands what Radix gives its trigger to a button that stands already: it was there before this was loaded, and would
 * lose the focus if it were made anew.
 */
function Standing({
  button,
  ref,
  ...handlers
}: { button: HTMLElement; ref?: Ref<HTMLElement> } & Partial<Record<(typeof heard)[number], (event: Event) => void>>) {
  useImperativeHandle(ref, () => button, [button]);
  useLayoutEffect(() => {
    const listening = new AbortController();
    for (const name of heard) {
      const listener = (event: Event) => {
        // A dialog gives the focus to its first button, also to somebody who only used the mouse.
        if (name !== 'onFocus' || button.matches(':focus-visible')) handlers[name]?.(event);
      };
      button.addEventListener(name.slice(2).toLowerCase(), listener, listening);
    }
    return () => listening.abort();
  });
  return null;
}
