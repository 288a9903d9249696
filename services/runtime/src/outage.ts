const networkCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const databaseCodes = /^(08...|57P0[1-5]|53...|25006)$/;
const lostMessages =
  /Connection terminated|timeout exceeded when trying to connect|Connection is closed|Reached the max retries per request limit|Client has encountered a connection error|Cannot use a pool after calling end/;

/** True when database, broker or Redis are away: nothing is wrong with what was asked, it can be asked again later. */
export function isOutage(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as Error & { code?: unknown };
    if (typeof code === 'string' && (networkCodes.test(code) || databaseCodes.test(code))) return true;
    if (lostMessages.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isOutage)) return true;
  }
  return false;
}
