/** A word of the server's as people write it: `instructions_sent` is "Instructions sent". */
export function sayWord(word: string): string {
  const words = word.replace(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
