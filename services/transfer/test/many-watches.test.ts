import { transferApi } from '@xrp-bridge/contracts/transfer';
import { createTestDatabase, type TestDatabase, type TestService, testService } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { transferService } from '../src/index.ts';
import { addressOf, eventually, type Outside, startOutside } from './harness.ts';

const count = 10_000;
let outside: Outside;
let database: TestDatabase;
let test: TestService<Context>;

beforeAll(async () => {
  outside = await startOutside();
  database = await createTestDatabase();
  const before = await testService<Context>(transferService, { database });
  await insertWatches(before.context, (await outside.status()).ledgerIndex);
  await before.stop();
  test = await testService<Context>(transferService, { database, environment: { XRPL_WS_URL: outside.urls } });
});
afterAll(async () => {
  await test.stop();
  await outside.stop();
  await database.drop();
});

const idOf = (index: number) => index.toString(16).padStart(32, '0');

async function insertWatches({ db }: Context, ledgerIndex: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => idOf(index));
  const addresses = Array.from({ length: count }, (_, index) => addressOf(index));
  await sql`
    with paid as (
      insert into transfer (id, from_exchange, to_wallet, destination_address, service_fee, status, version, created_at, updated_at)
      select id, 'coinbase', 'xumm', address, '4.00', 'instructions_sent', 2, now(), now()
      from unnest(${ids}::text[], ${addresses}::text[]) as given (id, address)
      returning id, destination_address
    )
    insert into watch (transfer_id, address, since, after_ledger, ends_at)
    select id, destination_address, now(), ${ledgerIndex}, now() + interval '14 days' from paid`.execute(db);
}

it('ten thousand watches share one connection, and each payment is recorded for its watch', async () => {
  const watched = async () => {
    const { servers } = await outside.status();
    expect(servers.a).toMatchObject({ connections: 1, accounts: count });
    expect(servers.b).toMatchObject({ connections: 0, accounts: 0 });
    return servers.a.commands;
  };
  const commands = await eventually(watched);
  // There is one subscription for the ledgers, and one for each batch of addresses.
  expect(commands.subscribe).toBe(1 + count / 500);

  for (const index of [0, 4_321, count - 1]) {
    const { hash } = await outside.pay({ destination: addressOf(index) });
    await outside.closeLedger();
    await eventually(async () => {
      const { arrivals } = await test.client.call(transferApi.read, { params: { id: idOf(index) } });
      expect(arrivals.map((arrival) => arrival.hash)).toEqual([hash]);
    });
  }
});
