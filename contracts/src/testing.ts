/** Returns the prefix of a test's name: tags of the rows in frontend/README.md that the test proves. */
export function spec(...tags: readonly string[]): string {
  return `[${tags.join(' ')}]`;
}
