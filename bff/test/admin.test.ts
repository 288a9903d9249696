import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PaymentSucceeded } from '@xrp-bridge/contracts/payment';
import { AdminSeries } from '@xrp-bridge/contracts/public-api';
import { type ServiceName, serviceNames, urlSettingOf } from '@xrp-bridge/contracts/services';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBrowser, refusal } from './browser.ts';
import { eventually, operatorPassword, startBff, useOperator, useSystem } from './harness.ts';

const order = { fromExchange: 'kraken', toWallet: 'ledger' };
const today = () => new Date().toISOString().slice(0, 10);
const cents = (amount: string) => Math.round(Number(amount) * 100);

const system = useSystem();
const operator = useOperator(system);

beforeAll(async () => {
  await system.sendWebhooks();
});
const pay = (serviceFee: '4.00' | '17.76' = '4.00') => system.startPaid({ ...order, serviceFee });
const dashboard = async () => (await operator.get('/api/admin/dashboard')).body;

describe('the dashboard', () => {
  it('shows the specified metrics, with amounts exact to the cent', async () => {
    const before = await dashboard();
    const [guide, bundle] = [await pay('4.00'), await pay('17.76')];
    const claimed = await pay('17.76');
    await operator.post(`/api/admin/refunds/${bundle.id}`, { product: 'concierge', reason: 'asked' });
    await system.complete(guide.browser, guide.id);
    // An arrival is not counted if only the customer claims it and the ledger does not show it.
    await claimed.browser.post(`/api/transfers/${claimed.id}/confirm-arrival`);
    await operator.post('/api/ad-revenue', { source: 'Sponsor', amount: 25.01, currency: 'USD' });
    await eventually(async () => {
      const after = await dashboard();
      expect(cents(after.totalRevenue) - cents(before.totalRevenue)).toBe(400 + 1_776 - 1_376 + 1_776);
      expect(after.completedTransfers - before.completedTransfers).toBe(1);
      expect(cents(after.adRevenue) - cents(before.adRevenue)).toBe(2_501);
      expect(after).toMatchObject({ unreinvestedAmount: '25.01', shouldReinvest: true });
    });
    const { totals } = (await operator.get('/api/admin/accounting')).body;
    expect((await dashboard()).totalRevenue).toBe(totals.stripe_clearing);
  });

  it('matches the accounting entries and the provider when an operator requests a check', async () => {
    const answer = await operator.post('/api/admin/dashboard/check', { reason: 'the end of the month' });
    expect(answer.body).toMatchObject({ agrees: true, differences: [] });
    expect(answer.body.checkedAt).toContain(today());
  });

  it('reports each difference from the provider when an operator requests a check', async () => {
    const { id } = await pay();
    // The provider makes a refund, and the sandbox holds back the webhook.
    await system.control('PUT', 'stripe/webhooks', { held: true });
    const { payments } = (await operator.get(`/api/admin/payments?transferId=${id}`)).body;
    const { charges } = (await system.control('GET', 'state')) as {
      charges: { payment_intent: string; amount_refunded: number }[];
    };
    const whole = charges.find(({ amount_refunded }) => amount_refunded === 0)?.payment_intent ?? '';
    await fetch(`${system.sandbox.url}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_sandbox_test' },
      body: new URLSearchParams({ payment_intent: whole, amount: '100' }),
    });
    const { agrees, differences } = (await operator.post('/api/admin/dashboard/check')).body;
    expect(agrees).toBe(false);
    expect(differences).toHaveLength(1);
    expect(differences[0]).toMatchObject({ theirs: expect.stringContaining('$1.00 refunded') });
    expect(payments).toHaveLength(1);

    const { intentId, ...amounts } = differences[0].payment;
    const accept = { ...amounts, reason: 'The bank lost it' };
    const url = `/api/admin/accounting/differences/${intentId}/accept`;
    expect((await operator.post(url, accept)).status).toBe(200);
    expect((await operator.post('/api/admin/dashboard/check')).body).toMatchObject({
      agrees: true,
      accepted: [{ what: differences[0].what, acceptedAt: expect.stringContaining(today()) }],
    });
    const { entries } = (await operator.get('/api/admin/audit')).body;
    const audited = { what: 'Accept a difference', subject: intentId, reason: accept.reason };
    expect(entries).toContainEqual(expect.objectContaining({ ...audited, outcome: 'done' }));

    await system.control('PUT', 'stripe/webhooks', { held: false });
    await eventually(async () => expect((await operator.post('/api/admin/dashboard/check')).body.agrees).toBe(true));
  });
});

describe('the daily series and the funnel:', () => {
  const read = async (query = '') => (await operator.get(`/api/admin/series${query}`)).body;
  interface Series {
    name: string;
    sum: number;
    compared: { days: number; sum: number; before: number } | null;
    days: { day: string; value: number }[];
  }
  const named = (reply: { series: Series[] }, name: string) => reply.series.find((one) => one.name === name) as Series;

  it('money, funnel steps and clicks are counted on the day on which they happen', async () => {
    const before = await read();
    const { id } = await pay('17.76');
    await system.browser().post('/api/ad-revenue', {
      source: 'xrp-bridge-cpc',
      amount: 0.2,
      currency: 'USD',
      adNetwork: 'house',
    });
    const after = await eventually(async () => {
      const reply = await read();
      const gained = (name: string) => Math.round((named(reply, name).sum - named(before, name).sum) * 100) / 100;
      expect(['revenue', 'refunds', 'started', 'paid', 'completed', 'clicks'].map(gained)).toEqual([
        17.76, 0, 1, 1, 0, 1,
      ]);
      return reply;
    });
    await operator.post(`/api/admin/refunds/${id}`);
    const refunded = await read();
    expect(named(refunded, 'refunds').sum - named(after, 'refunds').sum).toBeCloseTo(17.76, 10);
    const [last] = named(refunded, 'started').days.slice(-1);
    expect(last).toMatchObject({ day: today(), value: named(refunded, 'started').sum });
  });

  it('the series cover the last 30 days by default, or each day of a requested range', async () => {
    const usual = await read();
    expect([usual.to, usual.series[0].days.length]).toEqual([today(), 30]);
    const week = await read('?from=2026-03-02&to=2026-03-08');
    for (const { days, sum, compared } of week.series) {
      expect(days.map(({ day }: { day: string }) => day)).toEqual(
        [2, 3, 4, 5, 6, 7, 8].map((date) => `2026-03-0${date}`),
      );
      expect([sum, compared]).toEqual([0, null]);
    }
    expect(AdminSeries.reply.safeParse(week).success).toBe(true);
  });

  it('the funnel counts a new transfer at each step that the transfer has reached, and includes the previous period', async () => {
    const count = async (query = '') => {
      const { paths, before } = (await operator.get(`/api/admin/funnel${query}`)).body;
      const sum = (all: Record<string, number>[], step: string) =>
        all.reduce((total, path) => total + (path[step] ?? 0), 0);
      return { started: sum(paths, 'started'), paid: sum(paths, 'paid'), before: sum(before, 'started') };
    };
    const earlier = await count();
    await pay('4.00');
    const { started, paid, before } = earlier;
    expect(await count()).toEqual({ started: started + 1, paid: paid + 1, before });
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
    expect(await count(`?from=${tomorrow}&to=${tomorrow}`)).toMatchObject({ started: 0, before: expect.any(Number) });
  });

  it.each(['?from=2026-03-08&to=2026-03-02', '?from=2024-01-01&to=2026-01-01', '?from=yesterday', '?to=2026-02-30'])(
    'both refuse the range %s',
    async (query) => {
      for (const route of ['series', 'funnel'])
        expect(refusal(await operator.get(`/api/admin/${route}${query}`))).toEqual([400, 'invalid_input']);
    },
  );
});

describe('providers:', () => {
  it('the list contains the providers of all services, each with its health', async () => {
    const { providers, away } = (await operator.get('/api/admin/providers')).body;
    expect(away).toEqual([]);
    expect(providers.map(({ service, name }: { service: string; name: string }) => [service, name])).toEqual([
      ['transfer', expect.stringMatching(/^XRP Ledger 1: /)],
      ['transfer', expect.stringMatching(/^XRP Ledger 2: /)],
      ['payment', 'Stripe'],
      ['ads', 'X'],
      ['ads', 'Google Ads'],
      ['ads', 'Meta'],
      ['ads', 'X Ads'],
      ['ads', 'Coinzilla'],
      ['ads', 'Bitmedia'],
      ['notification', 'Mail server'],
      ['bff', 'Language model'],
    ]);
    await eventually(async () => {
      const [ledger] = (await operator.get('/api/admin/providers')).body.providers;
      expect(ledger).toMatchObject({ configured: true, goodAt: expect.any(String), failures: 0 });
    });
  });

  it('the list omits the providers of unavailable services, and names these services', async () => {
    const alone = await startBff();
    try {
      const browser = createBrowser(alone.url);
      await browser.post('/api/operator/session', { password: operatorPassword, name: 'Olga' });
      expect((await browser.get('/api/admin/providers')).body).toMatchObject({
        away: serviceNames,
        providers: [{ service: 'bff', name: 'Language model', configured: false }],
      });
    } finally {
      await alone.stop();
    }
  });
});

it('the system lists the version and the metrics of each service', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  const { instances, away } = (await operator.get('/api/admin/system')).body;
  expect(away).toEqual([]);
  expect(instances).toMatchObject(['bff', ...serviceNames].map((service) => ({ service, version, commit: null })));
  for (const { measures, unread } of instances) {
    expect(unread).toEqual([]);
    const names = ['xrp_bridge.outbox.age', 'xrp_bridge.dead_letters', 'db.client.connection.count'];
    expect(measures.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(names));
  }
});

describe('while one service is unavailable,', () => {
  const all = ['revenue', 'refunds', 'started', 'paid', 'completed', 'clicks', 'mentions'];
  const ofAds = ['adRevenue', 'unreinvestedAmount', 'activeCampaigns', 'shouldReinvest', 'advertisingInitialized'];

  /** Starts a BFF that reaches every service except this one, and signs an operator in. */
  async function signInWithout(name: ServiceName) {
    const urls = { ...system.urls, [urlSettingOf(name)]: 'http://127.0.0.1:1' };
    const bff = await startBff(urls, { database: system.database });
    const browser = createBrowser(bff.url);
    await browser.post('/api/operator/session', { password: operatorPassword, name: 'Olga' });
    return { browser, stop: () => bff.stop() };
  }

  it.each<[ServiceName, string[], string[]]>([
    ['payment', ['totalRevenue'], ['revenue', 'refunds']],
    ['transfer', ['completedTransfers'], ['started', 'paid', 'completed']],
    ['ads', ofAds, ['clicks']],
    ['signals', [], ['mentions']],
    ['notification', ['openTasks'], []],
  ])(
    'operators see %s in `away`, and complete metrics and lists of the other services',
    async (name, metrics, series) => {
      const subject = randomBytes(16).toString('hex');
      await system.payment.publish(PaymentSucceeded, subject, {} as never, { dataversion: 99 });
      const services = (rows: { service: string }[]) => rows.map(({ service }) => service);
      await eventually(async () => {
        const { deadLetters } = (await operator.get(`/api/admin/events?search=${subject}`)).body;
        expect(services(deadLetters).sort()).toEqual(['notification', 'transfer']);
      });
      const { browser, stop } = await signInWithout(name);
      try {
        const read = async (path: string, away = [name]) => {
          const answer = await browser.get(`/api/admin/${path}`);
          expect(answer).toMatchObject({ status: 200, body: { away } });
          return answer.body;
        };
        const totals = await read('dashboard');
        // `oldestTaskAt` is null in any case, because no task is open.
        const { oldestTaskAt: _, ...metricsOf } = totals;
        expect(Object.keys(metricsOf).filter((metric) => metricsOf[metric] === null)).toEqual(metrics);
        // The series need no data from notification, so the BFF does not query it.
        const shown = await read('series', name === 'notification' ? [] : [name]);
        const names = shown.series.map((one: { name: string }) => one.name);
        expect(names).toEqual(all.filter((one) => !series.includes(one)));

        const { deadLetters } = await read(`events?search=${subject}`);
        expect(services(deadLetters).sort()).toEqual(['notification', 'transfer'].filter((one) => one !== name));
        for (const [list, noun] of [
          ['jobs', 'queues'],
          ['schedules', 'schedules'],
          ['providers', 'providers'],
        ] as const) {
          const whole = services((await operator.get(`/api/admin/${list}`)).body[noun]);
          expect(services((await read(list))[noun])).toEqual(whole.filter((one) => one !== name));
        }
        for (const list of ['events', 'jobs']) {
          expect(refusal(await browser.get(`/api/admin/${list}?cursor=made-up`))).toEqual([400, 'invalid_input']);
        }
      } finally {
        await stop();
      }
    },
  );
});

it('the dashboard counts dead-lettered events', async () => {
  const before = (await dashboard()).deadLetters;
  await system.payment.publish(PaymentSucceeded, '0'.repeat(32), {} as never, { dataversion: 99 });
  await eventually(async () => expect((await dashboard()).deadLetters).toBe(before + 2));
});
