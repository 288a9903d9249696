import { createHash } from 'node:crypto';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { publicRoutes } from '@xrp-bridge/contracts/public-api';
import pg from 'pg';
import { type BrowserContext, chromium } from 'playwright';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { startProduct } from '../process/product.ts';
import { provideBrowser } from '../tooling/find-browser.ts';
import { startBareFastify } from './baselines.ts';
import { median, print, quantiles } from './measure.ts';

const rows = 100_000;
const calls = 200;
const paints = 5;
const password = 'a-password-for-the-bench';

/** What never ends, and what asks X instead of us. */
const notTimed = ['/api/admin/activity', '/api/test-x-api', '/api/x-rate-limits'];

/** One of the transfers that are found only by looking at half of them. */
const sought = createHash('md5')
  .update(String(rows / 2))
  .digest('hex');

/** All that operators read, from the contracts' own list; and lists in the order that is not theirs. */
const asked = publicRoutes
  .filter(({ method, access }) => method === 'GET' && access === 'operator')
  .filter((route) => !notTimed.includes(route.path))
  .map((route) => route.path.replace('{transferId}', sought))
  .concat(
    '/api/admin/transfers?status=completed&sort=createdAt',
    '/api/admin/payments?sort=createdAt',
    '/api/admin/ad-revenue?sort=at',
    '/api/admin/audit?sort=at',
    '/api/admin/contacts?sort=createdAt',
    '/api/admin/webhook-events?sort=at',
  );

/** What operators look at, with as many transfers and payments as years bring: each call, and the first page painted. */
export async function benchOperators(folder: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'operators') });
  const settings = {
    DATABASE_URL: postgres.url,
    DATA_DIR: path.join(folder, 'operators'),
    OPERATOR_PASSWORD: password,
  };
  const product = await startProduct(settings);
  try {
    await fill(postgres.url);
    const bare = await startBareFastify();
    const least = await timeCalls(bare.url, '');
    await bare.stop();
    print('baseline: bare Fastify', `p50 ${least.p50.toFixed(2)} ms`, 'one call after the other');

    const cookie = await signIn(product.url);
    const late = `/api/admin/transfers?cursor=${await middle(product.url, cookie)}`;
    const found = ['transfers', 'payments', 'tasks', 'contacts', 'audit', 'ad-revenue', 'webhook-events'].map(
      (list) => `/api/admin/${list}?search=${sought}`,
    );
    for (const address of [...asked, late, ...found]) {
      const { p50, p99, n } = await timeCalls(product.url + address, cookie);
      const name = address.replace(/(cursor|search)=.*/, '$1=…').replace(sought, '…');
      print(`GET ${name}`, `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`, `n=${n}, aim p50 ≤ 50 ms`);
    }
    await benchPaint(product.publicUrl);
  } finally {
    await product.stop();
    await postgres.stop();
  }
}

/**
 * Transfers and payments of two months, one every minute, with what was booked and counted for them; and as many tasks,
 * webhooks, contacts, acts in the audit trail and clicks on ads, of which the last thousand wait.
 */
async function fill(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // One statement for all of them is nothing that the triggers are made for: what they count is added up afterwards.
    const tables = ['transfer.transfer', 'payment.accounting_entry'];
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    await client.query(
      `insert into transfer.transfer (id, from_exchange, to_wallet, service_fee, status, version, created_at, updated_at)
      select md5(n::text), 'kraken', 'ledger', '4.00',
        (array['pending', 'instructions_sent', 'completed', 'completed'])[1 + n % 4], 1,
        now() - n * interval '1 minute', now() - n * interval '50 seconds'
      from generate_series(1, $1::int) n`,
      [rows],
    );
    await client.query(`
      insert into payment.payment (id, transfer_id, product, channel, amount_cents, status, intent_id, opens_guide,
        created_at, checked_at, paid_at)
      select 'pay_' || id, id, 'guide', 'intent', 400, 'succeeded', 'pi_' || id, true, created_at, created_at, created_at
      from transfer.transfer`);
    await client.query(`
      insert into payment.accounting_entry (transaction_id, account, amount_cents, currency, payment_id, kind, at)
      select id, account, cents, 'USD', id, 'sale', paid_at
      from payment.payment cross join (values ('stripe_clearing', 400), ('revenue_guide', -400)) line (account, cents)`);
    await client.query(`
      select transfer.add_figure(day, 'transfers_created', count) from (
        select date_trunc('day', created_at, 'UTC') as day, count(*) from transfer.transfer group by 1) made`);
    await client.query(`
      select payment.add_figure(day, account, cents) from (
        select date_trunc('day', at, 'UTC') as day, account, sum(amount_cents) as cents
        from payment.accounting_entry group by 1, 2) booked`);
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    await client.query(`
      insert into payment.webhook_event (id, type, outcome, payment_id, received_at)
      select 'evt_' || id, 'payment_intent.succeeded', 'settled', id, paid_at from payment.payment`);
    await client.query(`
      insert into payment.task (id, kind, cause, order_id, since, why, done_at, done_by, reason)
      select 'task_' || md5(n::text), 'hand_payment', md5(n::text), md5(n::text), now() - n * interval '1 minute',
        'Somebody pays another way.', case when n > 1000 then now() end, case when n > 1000 then 'system' end,
        case when n > 1000 then 'It was paid.' end
      from generate_series(1, ${rows}) n`);
    await client.query(`
      insert into notification.contact (reason, email, created_at)
      select 'quantum_waitlist', md5(n::text) || '@example.com', now() - n * interval '1 minute'
      from generate_series(1, ${rows}) n`);
    await client.query(`
      insert into bff.audit (at, operator, ip, action, what, subject, outcome)
      select now() - n * interval '1 minute', 'Ada', '127.0.0.1', 'POST /api/admin/bypass-payment/:transferId',
        'Unlock by hand', md5(n::text), 'done'
      from generate_series(1, ${rows}) n order by n desc`);
    await client.query(`
      with half as (
        insert into ads.reinvestment (id, operator, records, total_cents, reinvested_cents, at)
        values ('reinvestment_bench', 'schedule', ${rows - 1_000}, ${(rows - 1_000) * 20}, ${(rows - 1_000) * 10}, now())
        returning id, at
      )
      insert into ads.revenue_record (id, kind, key, source, amount_cents, ad_network, at, reinvested_at, reinvestment_id)
      select 'revenue_' || md5(n::text), 'click', md5(n::text), 'xrp-bridge-cpc', 20, 'coinzilla',
        now() - n * interval '1 minute', case when n > 1000 then half.at end, case when n > 1000 then half.id end
      from generate_series(1, ${rows}) n, half`);
    await client.query(`update ads.reinvested set records_cents = records_cents + ${(rows - 1_000) * 20}`);
    await client.query(`
      select ads.add_figure(day, 'ad_receivable', cents) from (
        select date_trunc('day', at, 'UTC') as day, sum(amount_cents) as cents from ads.revenue_record group by 1) booked`);
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/operator/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  if (!answer.ok) throw new Error(`signing in answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Where a page far from the first begins. */
async function middle(url: string, cookie: string): Promise<string> {
  let cursor = '';
  for (let page = 0; page < 20; page++) {
    const answer = await fetch(`${url}/api/admin/transfers?limit=200${cursor && `&cursor=${cursor}`}`, {
      headers: { cookie },
    });
    cursor = ((await answer.json()) as { nextCursor: string }).nextCursor;
  }
  return cursor;
}

async function timeCalls(url: string, cookie: string) {
  const durations: number[] = [];
  for (let index = 0; index < calls; index++) {
    const started = performance.now();
    const answer = await fetch(url, { headers: { cookie } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    durations.push(performance.now() - started);
  }
  return quantiles(durations);
}

/** From asking for /admin until its figures stand there, each time in a browser that knows nothing of it. */
async function benchPaint(url: string): Promise<void> {
  const { path: executablePath } = await provideBrowser();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  try {
    const durations: number[] = [];
    for (let index = 0; index < paints; index++) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      durations.push(await paint(context, url));
      await context.close();
    }
    print('/admin, until its figures are painted', `${median(durations).toFixed(0)} ms`, 'aim ≤ 1,000 ms');
  } finally {
    await browser.close();
  }
}

async function paint(context: BrowserContext, url: string): Promise<number> {
  await context.request.post(`${url}/api/operator/session`, { data: { password } });
  const page = await context.newPage();
  const started = performance.now();
  await page.goto(`${url}/admin`);
  await page
    .getByText(`$${((rows * 400) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`)
    .first()
    .waitFor();
  return performance.now() - started;
}
