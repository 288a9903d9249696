import type { ReplyOf } from '@xrp-bridge/contracts/define';
import type { transferApi } from '@xrp-bridge/contracts/transfer';
import { sql } from 'kysely';
import type { Db } from './store.ts';

type FunnelPath = ReplyOf<typeof transferApi.readFunnel>['paths'][number];

/**
 * Counts the transfers by exchange and wallet that started on the UTC days `from` to `to`, both
 * included.
 * Each step counts only transfers that passed the earlier steps. A completed transfer therefore counts as seen, even if
 * only the customer confirmed the arrival. The function reads every transfer of the range, which is acceptable because
 * only operators call it.
 */
export async function readFunnel(db: Db, from: string, to: string): Promise<FunnelPath[]> {
  const { rows } = await sql<FunnelPath>`
    with begun as (
      select from_exchange, to_wallet, status = 'completed' as is_home,
        status in ('paid', 'instructions_sent', 'completed', 'refunded') as is_paid,
        destination_address is not null as has_address,
        status = 'completed' or exists (select from arrival where transfer_id = transfer.id) as is_seen
      from transfer
      where created_at >= ${from}::date::timestamp at time zone 'UTC'
        and created_at < (${to}::date + 1)::timestamp at time zone 'UTC'
    )
    select from_exchange as "fromExchange", to_wallet as "toWallet",
      count(*)::int as started,
      (count(*) filter (where is_paid))::int as paid,
      (count(*) filter (where is_paid and has_address))::int as address,
      (count(*) filter (where is_paid and has_address and is_seen))::int as seen,
      (count(*) filter (where is_paid and has_address and is_home))::int as home
    from begun group by 1, 2 order by started desc, 1, 2`.execute(db);
  return rows;
}
