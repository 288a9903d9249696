import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withOwner } from '@xrp-bridge/runtime/db';
import { createTestDatabase, readPublished } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, test, vi } from 'vitest';
import { targets } from '../targets.ts';
import { containers, environmentOf, getContainer } from './compose.ts';
import {
  createFolder,
  destroy,
  expectInstructions,
  expectMails,
  openPayment,
  payForTransfer,
  type Running,
  runEntry,
  type SystemUnderTest,
  send,
  signIn,
  startProgram,
  startTargets,
} from './harness.ts';
import { buildImage, type Stage } from './image.ts';

// All tests of a payment use the topics and groups of one Kafka, so they are in one file, and run in turn. The last test
// deletes the topics.

const kafkaBrokers = inject('kafkaBrokers');
const redisUrl = inject('redisUrl');
const run = promisify(execFile);
const twoMonthsMs = 62 * 86_400_000;
const isRoot = process.getuid?.() === 0;
/** The user `node` of the base image. Only root can start programs as another user. */
const user = isRoot ? { uid: 1_000, gid: 1_000 } : {};
/**
 * Prefix of the containers' addresses: each container has its own, as in a network of Docker.
 * Only Linux accepts every address of 127.0.0.0/8.
 */
const network = `127.${randomInt(1, 255)}.${randomInt(255)}`;
const addressOf = (name: string) => `${network}.${Object.keys(containers).indexOf(name) + 1}`;

let parent: string;
let image: Stage;
const app = () => join(image.root, 'app');

/** Returns the environment of a container. Names of containers are replaced by their addresses. */
async function createContainer(name: string, given: Record<string, string>) {
  const tmp = join(parent, `tmp-${name}`);
  await mkdir(tmp);
  if (isRoot) await chown(tmp, user.uid ?? 0, user.gid ?? 0);
  const passed = Object.entries(environmentOf(name, given)).map(([setting, value]) => [
    setting,
    value.replace(/(?<=^http:\/\/)[a-z]+/, (host) => (host in containers ? addressOf(host) : host)),
  ]);
  const env: Record<string, string> = {
    ...image.environment,
    ...Object.fromEntries(passed),
    PATH: join(image.root, 'usr/local/bin'),
    TMPDIR: tmp,
    DATA_DIR: join(tmp, 'data'),
    HOST: addressOf(name),
  };
  return (command: readonly string[]) => startProgram(command, { env, cwd: app(), ...user });
}

/** Runs the health check of a container until it succeeds. */
async function expectHealthy(name: string, start: (command: readonly string[]) => Running): Promise<void> {
  const [, ...command] = getContainer(name).healthcheck?.test ?? [];
  const own = command.map((part) => part.replace('127.0.0.1', addressOf(name)));
  await vi.waitFor(async () => expect(await start(own).ended).toBe(0), { timeout: 60_000, interval: 1_000 });
}

describe.skipIf(process.platform !== 'linux')('the image', () => {
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'xrp-bridge-image-'));
    await chmod(parent, 0o711);
    image = await buildImage(parent);
    await run('chmod', ['-R', 'a-w', image.root]);
  });

  afterAll(async () => {
    await run('chmod', ['-R', 'u+w', parent]);
    await rm(parent, { recursive: true });
  });

  it('contains the servers and the web application, without tests and development dependencies', async () => {
    expect((await readdir(app())).toSorted()).toEqual([
      '.npmrc',
      'bff',
      'contracts',
      'frontend',
      'infra',
      'libs',
      'node_modules',
      'package-lock.json',
      'package.json',
      'services',
    ]);
    const files = await readdir(app(), { recursive: true });
    const own = files.filter((file) => !file.startsWith('node_modules/'));
    expect(own.filter((file) => /\.test\.tsx?$|(^|\/)test\/|^frontend\/.*\.tsx?$/.test(file))).toEqual([]);
    expect(own).toContain('frontend/dist/index.html');
    const { packages } = JSON.parse(await readFile(join(app(), 'package-lock.json'), 'utf8'));
    expect(files.filter((file) => packages[file]?.dev)).toEqual([]);
    expect(image).toMatchObject({
      folder: '/app',
      user: 'node',
      environment: { HOST: '0.0.0.0', DATA_DIR: '/tmp/data' },
    });
  });

  it('takes a payment in the containers of docker-compose, as a user who cannot change its files', async ({ skip }) => {
    if (!kafkaBrokers || !redisUrl) return skip(`no ${kafkaBrokers ? 'Redis' : 'Kafka'} on this machine`);
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const given = { DATABASE_URL: database.url, KAFKA_BROKERS: kafkaBrokers, REDIS_URL: redisUrl };
    const migrate = await createContainer('migrate', given);
    const change = migrate(['node', '-e', 'require("node:fs").appendFileSync("package.json", "")']);
    expect(await change.ended).toBe(1);
    expect(change.output()).toContain('permission denied');
    const migration = migrate(getContainer('migrate').command ?? []);
    expect(await migration.ended, migration.output()).toBe(0);

    const names = ['sandbox', ...targets];
    const started = await Promise.all(
      names.map(async (name) => {
        const start = await createContainer(name, given);
        const running = start(getContainer(name).command ?? image.command);
        await running.ready;
        await expectHealthy(name, start);
        return running;
      }),
    );
    const system = {
      bff: `http://${addressOf('bff')}:3000`,
      sandbox: `http://${addressOf('sandbox')}:3001`,
    };
    const { id } = await payForTransfer(system, 'image@example.com');
    await expectInstructions(system, id);
    await expectMails(system, 'image@example.com', 1);
    for (const path of ['/', '/api/openapi.json']) expect((await fetch(`${system.bff}${path}`)).status).toBe(200);
    await Promise.all(started.map(({ stop }) => stop()));
    expect(await Promise.all(started.map(({ ended }) => ended))).toEqual(names.map(() => 0));
  });
});

/** Pays with a card that is declined, and then with another one. */
async function payAfterDecline(system: SystemUnderTest): Promise<void> {
  const email = 'declined@example.com';
  const { id, payWith } = await openPayment(system, email);
  expect(await payWith('pm_card_chargeDeclined')).toBe(402);
  expect((await fetch(`${system.bff}/api/transfer-instructions/${id}`)).status).toBe(402);
  expect(await payWith('pm_card_visa')).toBe(200);
  await expectInstructions(system, id);
  await expectMails(system, email, 1);
}

/** Pays, and is refunded by an operator. */
async function payAndRefund(system: SystemUnderTest, headers: { cookie: string }): Promise<void> {
  const email = 'refunded@example.com';
  const { id } = await payForTransfer(system, email);
  await expectMails(system, email, 1);
  await send(`${system.bff}/api/admin/refunds/${id}`, { reason: 'asked' }, { headers });
  const [, refund] = await expectMails(system, email, 2);
  expect(refund).toContain('$4.00');
  const readStatus = async () => (await send<{ status: string }>(`${system.bff}/api/transfers/${id}`)).status;
  await expect.poll(readStatus).toBe('refunded');
}

/** Subscribes to signals, pays a month after the trial, and takes the money back. */
async function subscribe(system: SystemUnderTest): Promise<void> {
  const { bff, sandbox } = system;
  const email = 'subscriber@example.com';
  await send(`${bff}/api/signal-subscriptions`, { email });
  const [request = ''] = await expectMails(system, email, 1);
  const token = /#confirm=(\S+)/.exec(request)?.[1];
  await send(`${bff}/api/signal-subscriptions/confirm`, { token });
  const { url } = await send<{ url: string }>(`${bff}/api/signal-subscriptions/checkout`, { token });
  const card = { number: '4242424242424242', expiry: '12/40', cvc: '123' };
  await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(card) });
  await expectMails(system, email, 2);
  await send(`${sandbox}/_sandbox/clock`, { advanceMs: twoMonthsMs });
  await expectMails(system, email, 3);
  expect(await send(`${bff}/api/signal-subscriptions/money-back`, { token })).toMatchObject({ state: 'ended' });
  // One mail is about the refund, and one about the end.
  await expectMails(system, email, 5);
}

test('customers pay, are declined, refunded and subscribe with a process for each target, Kafka and Redis', async ({
  skip,
}) => {
  if (!kafkaBrokers || !redisUrl) return skip(`no ${kafkaBrokers ? 'Redis' : 'Kafka'} on this machine`);
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const settings = {
    DATABASE_URL: database.url,
    KAFKA_BROKERS: kafkaBrokers,
    REDIS_URL: redisUrl,
  };
  const system = await startTargets(settings);
  const { id } = await payForTransfer(system, 'targets@example.com');
  await expectInstructions(system, id);
  await expectMails(system, 'targets@example.com', 1);
  const headers = await signIn(system);
  await Promise.all([payAfterDecline(system), payAndRefund(system, headers)]);
  await subscribe(system);
  expect(await send(`${system.bff}/api/admin/accounting`, undefined, { headers })).toMatchObject({
    balanced: true,
    totals: { stripe_clearing: '8.00' },
  });

  // Events were published on Kafka, and no event on the bus in PostgreSQL.
  await expect.poll(() => readPublished(database.url, 'payment')).toEqual([]);
  for (const { output } of system.instances.values()) expect(output()).not.toContain('Warning');
});

/** SQL of the events of a service that its outbox contains or has sent. */
const eventsOf = (service: string, type: string) => `
  (select envelope from ${service}.outbox union all select envelope from ${service}.sent_event) event
  where envelope->>'type' = '${type}'`;

test('a backup under load is consistent, and events and Stripe fill its gaps after a restore', async ({ skip }) => {
  if (!kafkaBrokers || !redisUrl) return skip(`no ${kafkaBrokers ? 'Redis' : 'Kafka'} on this machine`);
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const DATABASE_URL = database.url;
  const settings = { DATABASE_URL, KAFKA_BROKERS: kafkaBrokers };
  const read = (query: string) =>
    withOwner(DATABASE_URL, async (db) =>
      (await sql.raw<{ id: string }>(query).execute(db)).rows.map(({ id }) => id).toSorted(),
    );
  const listUnreleased = () =>
    read(`
      select t.id from payment.sent_event join transfer.transfer t on t.id = envelope->'data'->>'transferId'
      where envelope->>'type' = 'payment.succeeded' and t.status = 'pending'`);
  const path = join(await createFolder(), 'backup');
  const system = await startTargets({ ...settings, REDIS_URL: `${redisUrl}/1` });

  // Customers pay while the backup is written. Kafka has events that transfer cannot handle, because its inbox is locked.
  const paid = new Map<string, string>();
  const pay = async (email: string) => {
    const { id, intentId } = await payForTransfer(system, email);
    paid.set(id, intentId);
  };
  let isLoaded = true;
  const load = Promise.all(
    Array.from({ length: 4 }, async (_, customer) => {
      for (let n = 1; isLoaded; n++) await pay(`load-${customer}-${n}@example.com`);
    }),
  );
  const isReleased = async () => (await read(`select id from transfer.transfer where status <> 'pending'`)).length > 0;
  await expect.poll(isReleased).toBe(true);
  await withOwner(DATABASE_URL, async (owner) => {
    await owner.transaction().execute(async (tx) => {
      await sql`lock table transfer.inbox in exclusive mode`.execute(tx);
      await expect.poll(listUnreleased).not.toEqual([]);
      expect(await runEntry('backup', [path], settings)).toMatchObject({ code: 0 });
    });
  });
  isLoaded = false;
  await load;
  await pay('after-the-backup@example.com');
  for (const id of paid.keys()) await expectInstructions(system, id);

  // The sandbox goes on, as Stripe does.
  const refused = await runEntry('topics', ['--empty'], settings);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Stop all services') });
  const services = [...system.instances.keys()].filter((name) => name !== 'sandbox 1');
  await Promise.all(services.map((name) => system.stopInstance(name)));
  await destroy(DATABASE_URL);
  expect(await runEntry('restore', [path], settings)).toMatchObject({
    code: 0,
    output: expect.stringContaining('npm run topics -- --empty'),
  });
  // On a slow machine, a consumer may stop while it joins its group again. Kafka then counts it until its session ends.
  let emptied = await runEntry('topics', ['--empty'], settings);
  while (emptied.output.includes('is in use')) emptied = await runEntry('topics', ['--empty'], settings);
  expect(emptied).toMatchObject({ code: 0 });

  const known = await read(`select order_id as id from payment.payment`);
  const lost = [...paid.keys()].filter((id) => !known.includes(id));
  expect(lost).not.toEqual([]);
  expect(await listUnreleased()).not.toEqual([]);
  const unconfirmed = await read(`select order_id as id from payment.order_state where confirmed_at is null`);
  const isPaid = `select from payment.payment where order_id = t.id and status = 'succeeded'`;
  expect(await read(`select id from transfer.transfer t where status <> 'pending' and not exists (${isPaid})`)).toEqual(
    [],
  );
  expect(
    await read(`select order_id as id from payment.payment where order_id not in (select id from transfer.transfer)`),
  ).toEqual([]);

  await Promise.all(services.map((name) => system.start(name, { REDIS_URL: `${redisUrl}/2` })));
  const headers = await signIn(system);
  const check = () => send<{ differences: unknown[] }>(`${system.bff}/api/admin/dashboard/check`, {}, { headers });
  // The check also settles payments that were open in the backup.
  expect((await check()).differences).toHaveLength(lost.length);
  const restored = known.filter((id) => paid.has(id));
  for (const id of restored) await expectInstructions(system, id);
  for (const [service, type] of [
    ['payment', 'payment.succeeded'],
    ['transfer', 'transfer.instructions_ready'],
  ] as const) {
    const emitted = await read(`select envelope->'data'->>'transferId' as id from ${eventsOf(service, type)}`);
    expect([...new Set(emitted)]).toEqual(restored);
    // Payment emits access again that the transfer has not confirmed for two minutes, and the transfer responds each time.
    expect(unconfirmed).toEqual(expect.arrayContaining(emitted.filter((id, n) => id === emitted[n - 1])));
  }

  for (const id of lost) {
    await fetch(`${system.sandbox}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_sandbox_xrp_bridge' },
      body: new URLSearchParams({ payment_intent: paid.get(id) ?? '' }),
    });
  }
  expect(await check()).toMatchObject({ agrees: true });
});
