/** What a service needs to do its work, each with a way to see whether it is there. */
export type Needs = Record<'database' | 'bus' | 'queue', () => Promise<boolean>>;

export type Readiness = Record<'status' | keyof Needs, 'ready' | 'not ready'>;

const answerWithinMs = 2_000;

/** Looks at each need, and takes for missing what does not answer in time. */
export async function checkNeeds(needs: Needs): Promise<Readiness> {
  const states = await Promise.all(
    Object.entries(needs).map(async ([need, check]) => [need, await isThere(check())] as const),
  );
  const word = (there: boolean) => (there ? 'ready' : 'not ready');
  return {
    status: word(states.every(([, there]) => there)),
    ...(Object.fromEntries(states.map(([need, there]) => [need, word(there)])) as Record<keyof Needs, 'ready'>),
  };
}

/** False also when it rejects, or does not answer within the time. */
export async function isThere(check: Promise<boolean>, withinMs = answerWithinMs): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, withinMs, false);
  try {
    return await Promise.race([check, late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
