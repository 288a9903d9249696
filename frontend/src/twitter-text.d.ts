/** The part of it that is used: it brings no types of its own. */
declare module 'twitter-text' {
  const twitter: { parseTweet(text: string): { weightedLength: number; valid: boolean } };

  // biome-ignore lint/style/noDefaultExport: so it is published
  export default twitter;
}
