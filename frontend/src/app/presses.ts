declare global {
  /**
   * The last pressed button that waits for hydration.
   * Until `holdPresses`, public/theme.js sets it, also to a radio.
   */
  var pressed: HTMLElement | null | undefined;
}

/**
 * Hides clicks on buttons of type `button` from React until `repeatPress`.
 * React could already handle them while it hydrates. But this browser's values may then replace the button, and a dialog
 * that the button has opened would disappear. A press during which the button is replaced has no click, so it is lost.
 */
export function holdPresses(): void {
  window.onclick = null;
  addEventListener('click', hold, true);
}

function hold(event: MouseEvent): void {
  // A click anywhere else means that the customer no longer waits for the button.
  globalThis.pressed = (event.target as Element).closest<HTMLElement>('button[type=button]');
  if (globalThis.pressed) event.stopPropagation();
}

/**
 * Repeats the last click that React has not received.
 * If this browser's values have replaced the button, the button with the same id is clicked. If the customer has
 * not moved the focus elsewhere, the button takes it first, because a dialog returns the focus when it closes.
 */
export function repeatPress(): void {
  removeEventListener('click', hold, true);
  const { pressed } = globalThis;
  globalThis.pressed = null;
  const button = pressed?.isConnected ? pressed : document.getElementById(pressed?.id ?? '');
  // Safari focuses an element around a pressed button.
  if (document.activeElement?.contains(button)) button?.focus({ preventScroll: true });
  button?.click();
}
