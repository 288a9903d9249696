/** Resolves like `work`, or rejects with `createError()` after the timeout. The work itself continues. */
export async function withTimeout<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  createError: () => Error,
): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  // The error is created only on a timeout: its stack costs 15 µs, and almost all work ends in time.
  const timer = setTimeout(() => reject(createError()), timeoutMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
