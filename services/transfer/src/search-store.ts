import { exchangeNames, walletNames } from '@xrp-bridge/contracts/names';
import { idPrefixesOf } from '@xrp-bridge/contracts/reference';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Whether a search finds a transfer: by its texts, or by how its id begins. An unpaid one is found by its id alone, which
 * the primary key serves: the search index has only the others.
 * @param search the beginning of an id, or a reference, which stands for one
 */
export function isFound(byText: RawBuilder<SqlBool>, search: string): RawBuilder<SqlBool> {
  const begin = search.toLowerCase();
  const begins = [...(/^[0-9a-f]{1,32}$/.test(begin) ? [begin] : []), ...idPrefixesOf(search)];
  const byId = begins.map(
    (prefix) => sql<SqlBool>` or transfer.id between ${prefix.padEnd(32, '0')} and ${prefix.padEnd(32, 'f')}`,
  );
  return sql<SqlBool>`(transfer.status <> 'pending' and ${byText}${sql.join(byId, sql``)})`;
}

/** Exchanges and wallets that are called like this: people write "Crypto.com", where the table has `cryptocom`. */
export function idsNamed(search: string): string[] {
  const wanted = search.toLowerCase();
  const named = [...Object.entries(exchangeNames), ...Object.entries(walletNames)];
  return named.filter(([id, name]) => name.toLowerCase().includes(wanted) && !id.includes(wanted)).map(([id]) => id);
}
