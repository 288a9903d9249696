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
 * that the button has opened would disappear.
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
 * Repeats the last click on a rendered button, so that it is not lost.
 * If this browser's values have replaced the button, the button with the same id is clicked. The button takes the focus
 * first, because a dialog returns the focus when it closes.
 */
export function repeatPress(): void {
  removeEventListener('click', hold, true);
  const { pressed } = globalThis;
  const button = pressed?.isConnected ? pressed : document.getElementById(pressed?.id ?? '');
  button?.focus({ preventScroll: true });
  button?.click();
}
