const networkCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|EMFILE)$/;

// PostgreSQL's codes for outages.
// They cover connections, resources (disk, memory, connections), shutdown and start, disk errors, a read-only standby,
// a password or database that is being replaced, deadlocks, serialisation failures, and lock and statement timeouts.
const databaseCodes = /^(08...|53...|57P0[1-5]|57014|58...|25006|25P0[34]|28...|3D000|40001|40P01|55P03)$/;

// Redis's codes for outages: out of memory, cannot save, loading, replica, replica without its master, changing
// cluster, script that does not end, and password not set yet.
// Old versions put text before the code inside a script.
const redisAnswers =
  /(^|[\s-])(OOM|MISCONF|LOADING|READONLY|MASTERDOWN|NOREPLICAS|CLUSTERDOWN|TRYAGAIN|BUSY|NOAUTH|WRONGPASS|NOPERM) /;

const lostMessages =
  /Connection terminated|timeout exceeded when trying to connect|Connection is closed|Command timed out|Reached the max retries per request limit|Client has encountered a connection error|Cannot use a pool after calling end/;

/**
 * Returns true if the database, the broker or Redis is unavailable or cannot work.
 * The same call can succeed later.
 */
export function isOutage(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    const { code } = cause;
    if (typeof code === 'string' && (networkCodes.test(code) || databaseCodes.test(code))) return true;
    if (lostMessages.test(cause.message)) return true;
    if (cause.name === 'ReplyError' && redisAnswers.test(cause.message)) return true;
    if (cause.name.startsWith('KafkaJS')) return true;
    if (cause instanceof AggregateError && cause.errors.some(isOutage)) return true;
  }
  return false;
}

// PostgreSQL's codes for connection exceptions, shutdown and start, refused logins, and a missing database.
const connectionCodes = /^(08...|57P0[1-3]|28...|3D000)$/;

/** Returns true if PostgreSQL refused or ended the connection. A new connection can succeed. */
export function isLostDatabase(error: unknown): boolean {
  return [...causesOf(error)].some(
    ({ code, message }) =>
      (typeof code === 'string' && connectionCodes.test(code)) ||
      /Connection terminated|timeout exceeded when trying to connect/.test(message),
  );
}

/** Yields an error and its causes. */
export function* causesOf(error: unknown): Generator<Error & { code?: unknown; type?: unknown }> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}
