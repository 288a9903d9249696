import { beginCopy, type CopyTransaction, shareSnapshot } from '@xrp-bridge/runtime/backup';
import { provideRole } from '@xrp-bridge/runtime/db';
import { jobsSchemaOf } from '@xrp-bridge/runtime/queue-postgres';

/** A schema, its owner's role, and the transaction by which it is copied. */
export interface Copied {
  schema: string;
  role: string;
  copy: CopyTransaction;
}

/**
 * Calls `use` with one transaction per database URL.
 * All transactions that read the same database read the same snapshot.
 * @param urls by schema
 */
export async function withTransactions<Result>(
  urls: Record<string, string>,
  mode: 'read' | 'write',
  use: (copied: Copied[], transactions: CopyTransaction[]) => Promise<Result>,
): Promise<Result> {
  const opened = new Map<string, CopyTransaction>();
  try {
    const roles = await Promise.all(Object.entries(urls).map(([schema, url]) => provideSchemaRole(url, schema)));
    const copied: Copied[] = [];
    for (const [index, [schema, url]] of Object.entries(urls).entries()) {
      const role = roles[index] as string;
      const copy = opened.get(url) ?? (await beginCopy(url, mode));
      const other = [...opened].find(([of]) => mode === 'read' && databaseOf(of) === databaseOf(url));
      if (other && !opened.has(url)) await shareSnapshot(copy.tx, other[1].tx);
      opened.set(url, copy);
      copied.push({ schema, role, copy });
    }
    return await use(copied, [...opened.values()]);
  } finally {
    await Promise.all([...opened.values()].map((copy) => copy.close()));
  }
}

async function provideSchemaRole(url: string, schema: string): Promise<string> {
  const schemas = schema === 'bus' ? [schema] : [schema, jobsSchemaOf(schema)];
  return decodeURIComponent(new URL(await provideRole(url, schema, schemas)).username);
}

/** Returns the host and the name of a database, without the role and the password. */
export function databaseOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
