import { useEffect, useState } from 'react';

type Count = (text: string) => number;

// What counts as X does is large: fetched by whoever writes a post.
async function loadCount(): Promise<Count> {
  const { default: twitter } = await import('twitter-text');
  return (text) => twitter.parseTweet(text).weightedLength;
}

/** How long a text is as X counts it; null until that is known. */
export function useWeightedLength(text: string): number | null {
  const [count, setCount] = useState<{ of: Count } | null>(null);
  useEffect(() => {
    loadCount().then(
      (of) => setCount({ of }),
      (error: unknown) => console.warn('Texts cannot be counted: the server will', error),
    );
  }, []);
  return count?.of(text) ?? null;
}
