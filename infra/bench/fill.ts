import pg from 'pg';

/** Inserts payments for the guides of the `$1` newest transfers, with accounting entries. */
const payFor = `
  with paid as (
    insert into payment.payment (id, order_id, product, channel, amount_cents, status, intent_id, opens_guide,
      created_at, checked_at, paid_at)
    select 'pay_' || id, id, 'guide', 'intent', 400, 'succeeded', 'pi_' || id, true, created_at, created_at, created_at
    from transfer.transfer order by created_at desc limit $1
    on conflict do nothing
    returning id, paid_at
  )
  insert into payment.accounting_entry (transaction_id, account, amount_cents, currency, payment_id, kind, at)
  select id, account, cents, 'USD', id, 'sale', paid_at
  from paid cross join (values ('stripe_clearing', 400), ('revenue_guide', -400)) line (account, cents)`;

/** Inserts `$1` unpaid transfers, created now. */
export const fillPending = `
  insert into transfer.transfer (id, from_exchange, to_wallet, service_fee, status, version, created_at, updated_at)
  select replace(gen_random_uuid()::text, '-', ''), 'coinbase', 'xumm', '4.00', 'pending', 1, now(), now()
  from generate_series(1, $1::int)`;

/** Inserts past transfers in every state, one per minute up to now. */
export async function fillTransfers(databaseUrl: string, count: number): Promise<void> {
  await withoutTriggers(databaseUrl, [], async (client) => {
    await client.query(
      `insert into transfer.transfer (id, from_exchange, to_wallet, service_fee, status, paid_at, version, created_at,
        updated_at)
      select md5(n::text), 'kraken', 'ledger', '4.00',
        (array['pending', 'instructions_sent', 'completed', 'completed'])[1 + n % 4],
        case when n % 4 > 0 then now() - n * interval '55 seconds' end, 1,
        now() - n * interval '1 minute', now() - n * interval '50 seconds'
      from generate_series(1, $1::int) n`,
      [count],
    );
    await client.query(`
      select transfer.add_daily_total(day, 'transfers_created', count) from (
        select date_trunc('day', created_at, 'UTC') as day, count(*) from transfer.transfer group by 1) made`);
  });
}

/**
 * Inserts paid transfers to these addresses, each with a watch since `afterLedger`.
 * The product must not be running.
 */
export async function fillWatches(
  databaseUrl: string,
  { addresses, afterLedger }: { addresses: readonly string[]; afterLedger: number },
): Promise<void> {
  await withoutTriggers(databaseUrl, [], async (client) => {
    await client.query(
      `with paid as (
        insert into transfer.transfer (id, from_exchange, to_wallet, destination_address, service_fee, status, paid_at,
          version, watched_until, created_at, updated_at)
        select md5(address), 'coinbase', 'xumm', address, '4.00', 'instructions_sent', now(), 2,
          now() + interval '14 days', now(), now()
        from unnest($1::text[]) as given (address)
        returning id, destination_address, watched_until
      )
      insert into transfer.watch (transfer_id, address, since, after_ledger, ends_at)
      select id, destination_address, now(), $2::bigint, watched_until from paid`,
      [addresses, afterLedger],
    );
  });
}

/** Inserts a payment for each of the newest transfers, with accounting entries and daily totals. */
export async function fillPayments(databaseUrl: string, count: number): Promise<void> {
  await withoutTriggers(databaseUrl, ['payment.accounting_entry'], async (client) => {
    await client.query(payFor, [count]);
    await client.query(`
      select payment.add_daily_total(day, account, cents) from (
        select date_trunc('day', at, 'UTC') as day, account, sum(amount_cents) as cents
        from payment.accounting_entry where payment_id like 'pay\\_%' group by 1, 2) booked`);
  });
}

/**
 * Inserts as many tasks, webhook events, contacts, audit entries and ad clicks as there are payments.
 * The last thousand tasks and clicks are open.
 */
export async function fillLists(databaseUrl: string, count: number): Promise<void> {
  const done = Math.max(0, count - 1_000);
  await withoutTriggers(databaseUrl, [], async (client) => {
    await client.query(`
      insert into payment.webhook_event (id, type, outcome, payment_id, received_at)
      select 'evt_' || id, 'payment_intent.succeeded', 'settled', id, paid_at from payment.payment`);
    await client.query(
      `insert into notification.task (id, kind, cause, order_id, since, why, done_at, done_by, reason)
      select 'task_' || md5(n::text), 'hand_payment', md5(n::text), md5(n::text), now() - n * interval '1 minute',
        'Somebody pays another way.', case when n > 1000 then now() end, case when n > 1000 then 'system' end,
        case when n > 1000 then 'It was paid.' end
      from generate_series(1, $1::int) n`,
      [count],
    );
    await client.query(
      `insert into notification.contact (reason, email, created_at)
      select 'quantum_waitlist', md5(n::text) || '@example.com', now() - n * interval '1 minute'
      from generate_series(1, $1::int) n`,
      [count],
    );
    await client.query(
      `insert into bff.audit (at, operator, ip, action, what, subject, outcome)
      select now() - n * interval '1 minute', 'Ada', '127.0.0.1', 'POST /api/admin/bypass-payment/:transferId',
        'Bypass payment', md5(n::text), 'done'
      from generate_series(1, $1::int) n order by n desc`,
      [count],
    );
    await client.query(
      `with half as (
        insert into ads.reinvestment (id, operator, records, total_cents, reinvested_cents, at)
        values ('reinvestment_bench', 'schedule', $2::int, $2::int * 20, $2::int * 10, now())
        returning id, at
      )
      insert into ads.revenue_record (id, kind, key, source, amount_cents, ad_network, at, confirmed_at,
        reinvested_at, reinvestment_id)
      select 'revenue_' || md5(n::text), 'click', md5(n::text), 'xrp-bridge-cpc', 20, 'coinzilla',
        now() - n * interval '1 minute', now() - n * interval '1 minute',
        case when n > 1000 then half.at end, case when n > 1000 then half.id end
      from generate_series(1, $1::int) n, half`,
      [count, done],
    );
    await client.query('update ads.reinvested set records_cents = records_cents + $1::int * 20', [done]);
    await client.query(`
      select ads.add_daily_total(day, 'ad_receivable', cents) from (
        select date_trunc('day', at, 'UTC') as day, sum(amount_cents) as cents from ads.revenue_record group by 1) booked`);
  });
}

/**
 * Disables triggers during bulk inserts, because the triggers would update a daily total for each
 * distinct timestamp. The callers add the daily totals afterwards.
 */
async function withoutTriggers(
  databaseUrl: string,
  tables: readonly string[],
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    await work(client);
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
