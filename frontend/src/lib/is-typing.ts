const fields = 'input:not([type=radio], [type=checkbox]), textarea, select, iframe';

/** Returns whether a visible field has the focus, so that nothing interrupts typing. */
export function isTyping(): boolean {
  const at = document.activeElement;
  return at?.matches(fields) === true && at.checkVisibility();
}
