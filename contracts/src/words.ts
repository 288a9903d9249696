/** Formats an identifier for people: `instructions_sent` → "Instructions sent". */
export function formatWord(word: string): string {
  const words = word.replace(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
