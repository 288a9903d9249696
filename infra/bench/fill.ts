import pg from 'pg';

/** The least that is true of a paid guide: paid for, booked, and counted by the day. */
const payFor = `
  with paid as (
    insert into payment.payment (id, transfer_id, product, channel, amount_cents, status, intent_id, opens_guide,
      created_at, checked_at, paid_at)
    select 'pay_' || id, id, 'guide', 'intent', 400, 'succeeded', 'pi_' || id, true, created_at, created_at, created_at
    from transfer.transfer order by created_at desc limit $1
    on conflict do nothing
    returning id, paid_at
  )
  insert into payment.accounting_entry (transaction_id, account, amount_cents, currency, payment_id, kind, at)
  select id, account, cents, 'USD', id, 'sale', paid_at
  from paid cross join (values ('stripe_clearing', 400), ('revenue_guide', -400)) line (account, cents)`;

/** Transfers of the past, one every minute up to now, in every state. */
export async function fillTransfers(databaseUrl: string, count: number): Promise<void> {
  await withoutTriggers(databaseUrl, ['transfer.transfer'], async (client) => {
    await client.query(
      `insert into transfer.transfer (id, from_exchange, to_wallet, service_fee, status, version, created_at, updated_at)
      select md5(n::text), 'kraken', 'ledger', '4.00',
        (array['pending', 'instructions_sent', 'completed', 'completed'])[1 + n % 4], 1,
        now() - n * interval '1 minute', now() - n * interval '50 seconds'
      from generate_series(1, $1::int) n`,
      [count],
    );
    await client.query(`
      select transfer.add_figure(day, 'transfers_created', count) from (
        select date_trunc('day', created_at, 'UTC') as day, count(*) from transfer.transfer group by 1) made`);
  });
}

/** A payment for each of the newest transfers, with what is booked and counted for it. */
export async function fillPayments(databaseUrl: string, count: number): Promise<void> {
  await withoutTriggers(databaseUrl, ['payment.accounting_entry'], async (client) => {
    await client.query(payFor, [count]);
    await client.query(`
      select payment.add_figure(day, account, cents) from (
        select date_trunc('day', at, 'UTC') as day, account, sum(amount_cents) as cents
        from payment.accounting_entry where payment_id like 'pay\\_%' group by 1, 2) booked`);
  });
}

/** One statement for all of them is nothing that the triggers are made for: what they count is added up afterwards. */
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
