import type { Tx } from '@xrp-bridge/runtime';
import type { Db, Tables } from './store.ts';
import type { Arrival } from './transfer.ts';

/** Adds an arrival. @returns false when it is counted already. */
export async function insertArrival(tx: Tx<Tables>, transferId: string, arrival: Arrival): Promise<boolean> {
  const result = await tx
    .insertInto('arrival')
    .values({
      transfer_id: transferId,
      hash: arrival.hash,
      delivered_drops: arrival.deliveredDrops.toString(),
      ledger_index: String(arrival.ledgerIndex),
      at: arrival.at,
    })
    .onConflict((conflict) => conflict.columns(['transfer_id', 'hash']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** The arrivals of some transfers, oldest first. */
export async function listArrivals(db: Db, transferIds: readonly string[]): Promise<Map<string, Arrival[]>> {
  const arrivals = new Map<string, Arrival[]>(transferIds.map((id) => [id, []]));
  if (transferIds.length === 0) return arrivals;
  const rows = await db
    .selectFrom('arrival')
    .selectAll()
    .where('transfer_id', 'in', transferIds)
    .orderBy('ledger_index')
    .orderBy('hash')
    .execute();
  for (const row of rows) {
    arrivals.get(row.transfer_id)?.push({
      hash: row.hash,
      deliveredDrops: BigInt(row.delivered_drops),
      ledgerIndex: Number(row.ledger_index),
      at: row.at,
    });
  }
  return arrivals;
}
