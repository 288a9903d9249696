import { exchangeNames, walletNames } from '@xrp-bridge/contracts/names';
import { idPrefixesOf } from '@xrp-bridge/contracts/reference';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Matches a search against a transfer's texts or the beginning of its id.
 * An unpaid transfer matches only by its id, which the primary key serves, because the search index excludes it.
 * @param search the beginning of an id, or a reference, which encodes an id
 */
export function isFound(byText: RawBuilder<SqlBool>, search: string): RawBuilder<SqlBool> {
  const begin = search.toLowerCase();
  const begins = [...(/^[0-9a-f]{1,32}$/.test(begin) ? [begin] : []), ...idPrefixesOf(search)];
  const byId = begins.map(
    (prefix) => sql<SqlBool>` or transfer.id between ${prefix.padEnd(32, '0')} and ${prefix.padEnd(32, 'f')}`,
  );
  return sql<SqlBool>`(transfer.status <> 'pending' and ${byText}${sql.join(byId, sql``)})`;
}

/**
 * Returns the ids of exchanges and wallets by name, because customers write "Crypto.com" for
 * `cryptocom`.
 */
export function idsNamed(search: string): string[] {
  const wanted = search.toLowerCase();
  const named = [...Object.entries(exchangeNames), ...Object.entries(walletNames)];
  return named.filter(([id, name]) => name.toLowerCase().includes(wanted) && !id.includes(wanted)).map(([id]) => id);
}
