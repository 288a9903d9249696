import type { BodyOf } from '@xrp-bridge/contracts/define';
import { exchangeNames, walletNames } from '@xrp-bridge/contracts/names';
import { idPrefixesOf } from '@xrp-bridge/contracts/reference';
import type { transferApi } from '@xrp-bridge/contracts/transfer';
import { newestFirst, oldestFirst, type Page, readPage } from '@xrp-bridge/runtime/paging';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Db, type FoundTransfer, selectFound, toFound } from './store.ts';

/**
 * Matches a search against a transfer's texts or the beginning of its id.
 * An unpaid transfer matches only by its id, which the primary key serves, because the search index excludes it.
 * @param search the beginning of an id, or a reference, which encodes an id
 */
function isFound(byText: RawBuilder<SqlBool>, search: string): RawBuilder<SqlBool> {
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
function idsNamed(search: string): string[] {
  const wanted = search.toLowerCase();
  const named = [...Object.entries(exchangeNames), ...Object.entries(walletNames)];
  return named.filter(([id, name]) => name.toLowerCase().includes(wanted) && !id.includes(wanted)).map(([id]) => id);
}

/** Lists transfers. The status `not_arrived` matches those that were paid before `lateBefore`. */
export async function listTransfers(
  db: Db,
  query: BodyOf<typeof transferApi.list>,
  lateBefore: Date,
): Promise<Page<FoundTransfer>> {
  const { status } = query;
  const all = selectFound(db);
  const filtered =
    status === 'not_arrived'
      ? all
          .where('status', 'in', ['paid', 'instructions_sent'])
          .where('transfer.paid_at', '<', lateBefore)
          .where((eb) =>
            eb.not(
              eb.exists(eb.selectFrom('arrival').select('hash').whereRef('arrival.transfer_id', '=', 'transfer.id')),
            ),
          )
      : status
        ? all.where('status', '=', status)
        : all;
  const { rows, nextCursor } = await readPage(filtered, query, {
    orders: {
      '-createdAt': newestFirst('transfer.created_at'),
      createdAt: oldestFirst('transfer.created_at'),
      '-updatedAt': newestFirst('transfer.updated_at'),
      updatedAt: oldestFirst('transfer.updated_at'),
    },
    id: sql.ref('transfer.id'),
    search: ['id', 'from_exchange', 'to_wallet', 'destination_address'].map((name) => sql.ref(`transfer.${name}`)),
    alsoFound: query.search ? idsNamed(query.search) : [],
    found: (byText) => isFound(byText, query.search ?? ''),
  });
  return {
    rows: rows.map(toFound),
    nextCursor,
  };
}
