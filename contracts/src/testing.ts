/** Returns a test name's prefix: the tags of the rows in frontend/README.md that the test proves. */
export function spec(...tags: readonly string[]): string {
  return `[${tags.join(' ')}]`;
}
