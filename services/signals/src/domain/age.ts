/** Two runs without an answer, and a figure is old. */
const staleMs = 9 * 3_600_000;

/** Whether what a source said last is too old to be taken for news. */
export function isStale(goodAt: Date | null, now: Date): boolean {
  return goodAt === null || now.getTime() - goodAt.getTime() > staleMs;
}
