/** Whoever is filling in a field is not stuck, and is not interrupted. */
export function isTyping(): boolean {
  return document.activeElement?.matches('input:not([type=radio], [type=checkbox]), textarea, select, iframe') ?? false;
}
