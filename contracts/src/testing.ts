/** Returns the tags of the rows in frontend/README.md that a test proves, to begin its name with. */
export function spec(...tags: readonly string[]): string {
  return `[${tags.join(' ')}]`;
}
