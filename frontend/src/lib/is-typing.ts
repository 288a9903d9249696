const fields = 'input:not([type=radio], [type=checkbox]), textarea, select, iframe';

/** Whoever is filling in a field is not stuck, and is not interrupted; a field that was hidden is filled in no more. */
export function isTyping(): boolean {
  const at = document.activeElement;
  return at?.matches(fields) === true && at.checkVisibility();
}
