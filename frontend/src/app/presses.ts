declare global {
  /** The last button or radio that was pressed before hydration, by public/theme.js. */
  var pressed: HTMLElement | null | undefined;
}

/**
 * Keeps presses on buttons from React until `repeatPress`.
 * React could already handle them while it hydrates, but this browser's values may then replace the button, and with it
 * the dialog that it has opened.
 */
export function holdPresses(): void {
  window.onclick = null;
  addEventListener('click', hold, true);
}

function hold(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button[type=button]') : null;
  if (!button) return;
  event.stopPropagation();
  globalThis.pressed = button;
}

/**
 * Repeats the last press on a rendered button, so that it is not lost.
 * If this browser's values have replaced the button, the button with the same id is pressed.
 */
export function repeatPress(): void {
  removeEventListener('click', hold, true);
  const { pressed } = globalThis;
  globalThis.pressed = null;
  if (pressed) (pressed.isConnected ? pressed : document.getElementById(pressed.id))?.click();
}
