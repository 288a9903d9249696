import { readdirSync, readFileSync } from 'node:fs';
import { withClient } from './rates.ts';

/** Linux counts processor time in ticks of this length (`USER_HZ`, see proc_pid_stat(5)). */
const tickMs = 10;

interface ProcessStat {
  pid: number;
  parent: number;
  /** The processor time of the process, and of its children that have ended. */
  ms: number;
}

/** Returns the processor time in ms of a process and its descendants, with those that have ended. */
export function processorMsOf(root: number): number {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readStat(Number(name)) ?? []) : []));
  const family = all.filter(({ pid }) => pid === root);
  for (const { pid } of family) family.push(...all.filter(({ parent }) => parent === pid));
  return family.reduce((sum, { ms }) => sum + ms, 0);
}

/** Finds the process id of the PostgreSQL server, which is the parent of each connection's process. */
export async function findPostmaster(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const parent = readStat(rows[0]?.pid ?? 0)?.parent;
    if (!parent) throw new Error('The process of PostgreSQL is not on this machine.');
    return parent;
  });
}

/** Reads /proc/<pid>/stat. @returns undefined if the process has ended */
function readStat(pid: number): ProcessStat | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The second field, the command, is in parentheses and may contain spaces. The state and the parent follow.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [utime, stime, cutime, cstime] = fields.slice(11, 15).map(Number) as [number, number, number, number];
  return { pid, parent: Number(fields[1]), ms: (utime + stime + cutime + cstime) * tickMs };
}
