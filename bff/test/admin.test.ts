import { randomBytes } from 'node:crypto';
import { PaymentSucceeded } from '@xrp-bridge/contracts/payment';
import { AdminSeries } from '@xrp-bridge/contracts/public-api';
import { type ServiceName, serviceNames, urlSettingOf } from '@xrp-bridge/contracts/services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setOperatorPassword } from '../src/index.ts';
import { type Browser, createBrowser, refusal } from './browser.ts';
import { listen } from './event-stream.ts';
import { eventually, operatorPassword, type System, startBff, startSystem } from './harness.ts';

const order = { fromExchange: 'kraken', toWallet: 'ledger' };
const today = () => new Date().toISOString().slice(0, 10);
const cents = (amount: string) => Math.round(Number(amount) * 100);

let system: System;
let operator: Browser;

beforeAll(async () => {
  system = await startSystem();
  await system.sendWebhooks();
  operator = await signIn('Olga');
});
afterAll(() => system?.stop());

async function signIn(name: string): Promise<Browser> {
  const browser = system.browser();
  expect((await browser.post('/api/operator/session', { password: operatorPassword, name })).status).toBe(204);
  return browser;
}

async function start(serviceFee: '4.00' | '17.76'): Promise<{ id: string; owner: Browser }> {
  const owner = system.browser();
  const { id } = (await owner.post('/api/transfers', { ...order, serviceFee })).body;
  return { id, owner };
}

async function pay(serviceFee: '4.00' | '17.76' = '4.00') {
  const { id, owner } = await start(serviceFee);
  const intent = await owner.post('/api/create-payment-intent', { transferId: id });
  await system.confirm(intent.body.clientSecret);
  await owner.post(`/api/transfers/${id}/complete`);
  await eventually(async () => expect((await owner.get(`/api/transfers/${id}`)).body.status).toBe('instructions_sent'));
  return { id, owner };
}

const dashboard = async () => (await operator.get('/api/admin/dashboard')).body;

describe('the dashboard', () => {
  it('has the figures of the specification, to the cent, from running totals', async () => {
    const before = await dashboard();
    const [guide, bundle] = [await pay('4.00'), await pay('17.76')];
    const claimed = await pay('17.76');
    await operator.post(`/api/admin/refunds/${bundle.id}`, { product: 'concierge', reason: 'asked' });
    await system.complete(guide.owner, guide.id);
    // What the customer says and the ledger does not show is not counted.
    await claimed.owner.post(`/api/transfers/${claimed.id}/confirm-arrival`);
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

  it('agrees with the books and with the provider, and says so when asked', async () => {
    const answer = await operator.post('/api/admin/dashboard/check', { reason: 'the end of the month' });
    expect(answer.body).toMatchObject({ agrees: true, differences: [] });
    expect(answer.body.checkedAt).toContain(today());
  });

  it('says loudly what differs', async () => {
    const { id } = await pay();
    // The provider paid something back and nobody told us.
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
    await system.control('PUT', 'stripe/webhooks', { held: false });
    await eventually(async () => expect((await operator.post('/api/admin/dashboard/check')).body.agrees).toBe(true));
  });
});

describe('the series', () => {
  const read = async (query = '') => (await operator.get(`/api/admin/series${query}`)).body;
  interface Series {
    name: string;
    sum: number;
    compared: { days: number; sum: number; before: number } | null;
    days: { day: string; value: number }[];
  }
  const named = (reply: { series: Series[] }, name: string) => reply.series.find((one) => one.name === name) as Series;

  it('count money, funnel and clicks on their days, as they happen', async () => {
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

  it('are 30 days unless others are asked for, beside as many before', async () => {
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

  it.each(['?from=2026-03-08&to=2026-03-02', '?from=2024-01-01&to=2026-01-01', '?from=yesterday', '?to=2026-02-30'])(
    'refuse %s',
    async (query) => {
      expect(refusal(await operator.get(`/api/admin/series${query}`))).toEqual([400, 'invalid_input']);
    },
  );
});

describe('providers', () => {
  it('are those of all services, each with how it did', async () => {
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

  it('of services that are away are not known, which is said', async () => {
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

describe('where one service is away', () => {
  const all = ['revenue', 'refunds', 'started', 'paid', 'completed', 'clicks', 'mentions'];
  const ofAds = ['adRevenue', 'unreinvestedAmount', 'activeCampaigns', 'shouldReinvest', 'advertisingInitialized'];

  /** An operator's browser at a BFF that finds all services but this one. */
  async function signInWithout(name: ServiceName) {
    const urls = { ...system.urls, [urlSettingOf(name)]: 'http://127.0.0.1:1' };
    const bff = await startBff(urls, { database: system.database });
    const browser = createBrowser(bff.url);
    await browser.post('/api/operator/session', { password: operatorPassword, name: 'Olga' });
    return { browser, stop: () => bff.stop() };
  }

  it.each<[ServiceName, string[], string[]]>([
    ['payment', ['totalRevenue', 'openTasks'], ['revenue', 'refunds']],
    ['transfer', ['completedTransfers'], ['started', 'paid', 'completed']],
    ['ads', ofAds, ['clicks']],
    ['signals', [], ['mentions']],
    ['notification', [], []],
  ])('the figures and lists of all but %s are there, and it is named', async (name, figures, series) => {
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
      const shown = await read('dashboard');
      expect(Object.keys(shown).filter((figure) => shown[figure] === null)).toEqual(figures);
      // Notification counts nothing that is drawn, and is not asked.
      const drawn = await read('series', name === 'notification' ? [] : [name]);
      const names = drawn.series.map((one: { name: string }) => one.name);
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
  });
});

describe('schedules', () => {
  const schedules = async () => (await operator.get('/api/admin/schedules')).body.schedules;
  const find = async (service: string, name: string) =>
    (await schedules()).find((one: { service: string; name: string }) => one.service === service && one.name === name);

  it('are those of all services, each with its rhythm and its next turn', async () => {
    const all = await schedules();
    const services = new Set(all.map(({ service }: { service: string }) => service));
    expect(services).toEqual(new Set(['ads', 'notification', 'payment', 'signals', 'transfer']));
    expect(await find('payment', 'check-accounting')).toMatchObject({
      rhythm: 'every day at 04:20 UTC',
      paused: false,
    });
  });

  it('are paused, run by hand and resumed, and the audit trail says which', async () => {
    const path = '/api/admin/schedules/payment/settle-unsettled';
    for (let times = 0; times < 2; times++) {
      expect((await operator.post(`${path}/pause`, { reason: 'the provider asks for calm' })).body).toEqual({
        success: true,
      });
    }
    expect(await find('payment', 'settle-unsettled')).toMatchObject({ paused: true, nextAt: null });
    await operator.post(`${path}/run`);
    await eventually(async () => expect((await find('payment', 'settle-unsettled')).lastRanAt).not.toBeNull());
    await operator.post(`${path}/resume`);
    expect((await find('payment', 'settle-unsettled')).paused).toBe(false);
    const { entries } = (await operator.get('/api/admin/audit?search=settle-unsettled')).body;
    expect(entries.at(-1)).toMatchObject({
      subject: 'payment settle-unsettled pause',
      reason: 'the provider asks for calm',
      operator: 'Olga',
    });
  });

  it.each(['payment/nothing', 'nobody/settle-unsettled', 'bff/x'])('of %s there are none', async (which) => {
    expect(refusal(await operator.post(`/api/admin/schedules/${which}/run`))).toEqual([404, 'job_not_found']);
  });

  it('are neither stopped nor started in other words', async () => {
    const path = '/api/admin/schedules/payment/settle-unsettled/delete';
    expect(refusal(await operator.post(path))).toEqual([400, 'invalid_input']);
  });
});

it('a failed job is tried again by its id, and is over when it succeeds', async () => {
  const email = 'bounced@example.com';
  const owner = system.browser();
  const { id } = (await owner.post('/api/transfers', { ...order, serviceFee: '4.00', email })).body;
  const failed = async () => {
    const rows = (await operator.get('/api/admin/jobs?search=send-email')).body.failed;
    return rows as { id: string; service: string; reason: string }[];
  };
  const before = new Set((await failed()).map((job) => job.id));
  // For good, as the mail server says: it is not tried again by itself.
  await system.control('POST', 'faults', { provider: 'smtp', kind: 'bouncing', forMs: 600_000 });
  const intent = await owner.post('/api/create-payment-intent', { transferId: id });
  await system.confirm(intent.body.clientSecret);
  await owner.post(`/api/transfers/${id}/complete`);
  const jobs = await eventually(async () => {
    const ours = (await failed()).filter((job) => !before.has(job.id));
    expect(ours).not.toEqual([]);
    return ours;
  });
  expect(await system.mailsTo(email)).toEqual([]);
  await system.control('POST', 'faults', { provider: 'smtp', kind: 'bouncing', forMs: 0 });
  for (const job of jobs) {
    const answer = await operator.post(`/api/admin/jobs/${job.service}/${encodeURIComponent(job.id)}/retry`, {
      reason: 'The mail server is well again',
    });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
  }
  await eventually(async () => expect(await system.mailsTo(email)).not.toEqual([]));
  await eventually(async () => expect((await failed()).filter((job) => !before.has(job.id))).toEqual([]));
  const { entries } = (await operator.get('/api/admin/audit?search=well again')).body;
  expect(entries).toHaveLength(jobs.length);
});

it('of no job that is not there, or not where it is looked for, another try is made', async () => {
  for (const which of ['payment/close-order.1', 'nobody/x', 'ads/..%2Fx']) {
    expect(refusal(await operator.post(`/api/admin/jobs/${which}/retry`))).toEqual([404, 'job_not_found']);
  }
});

describe('the activity', () => {
  it('tells of what happens with kinds and ids, and of nobody', async () => {
    const cookie = operator.cookiesFor('/api/admin');
    const feed = await listen(`${system.url}/api/admin/activity`, { cookie });
    expect(feed.status).toBe(200);
    const owner = system.browser();
    const email = 'secret.person@example.com';
    const { id } = (await owner.post('/api/transfers', { ...order, serviceFee: '4.00', email })).body;
    await eventually(() => expect(feed.frames.some(({ event }) => event === 'activity')).toBe(true));
    const told = await eventually(() => {
      const found = feed.frames.map(({ data }) => data as unknown as { subject: string; type: string; source: string });
      const ours = found.find((one) => one?.subject === id && one.type === 'transfer.created');
      expect(ours).toBeDefined();
      return ours;
    });
    expect(told).toMatchObject({ source: 'transfer' });
    expect(Object.keys(told ?? {}).sort()).toEqual(['at', 'id', 'source', 'subject', 'type']);
    expect(JSON.stringify(feed.frames)).not.toContain(email);
    feed.leave();
  });

  it('is told to operators, and ends with their session', async () => {
    expect((await fetch(`${system.url}/api/admin/activity`)).status).toBe(401);
    const leaving = await signIn('Leaving');
    const feed = await listen(`${system.url}/api/admin/activity`, { cookie: leaving.cookiesFor('/api/admin') });
    await leaving.send('DELETE', '/api/operator/session');
    await eventually(() => expect(feed.ended).toBe(true));
  });
});

describe('a transfer’s timeline', () => {
  it('has its states, payments, tasks, mails and what operators did, the newest first', async () => {
    const owner = system.browser();
    const email = 'timeline@example.com';
    const { id } = (await owner.post('/api/transfers', { ...order, serviceFee: '4.00', email })).body;
    await owner.post('/api/save-contact', { transferId: id, email, reason: 'stripe_pending_notification' });
    await operator.post(`/api/admin/bypass-payment/${id}`, { reason: 'paid by Zelle' });
    await eventually(async () => {
      const { entries } = (await operator.get(`/api/admin/transfers/${id}/timeline`)).body;
      const words = entries.map(({ what }: { what: string }) => what);
      expect(words.at(-1)).toBe('Started');
      expect(words).toEqual(expect.arrayContaining(['Task opened', 'Task closed', 'Mail sent', 'Payment opened']));
      expect(entries).toContainEqual(
        expect.objectContaining({ what: 'Olga: Bypass payment', detail: 'Done: paid by Zelle' }),
      );
      expect(entries.at(-1).detail).toBe('From Kraken to Ledger');
      expect(entries).toContainEqual(
        expect.objectContaining({ what: 'Last changed', detail: 'Status: instructions sent' }),
      );
      const opened = entries.find(({ what }: { what: string }) => what === 'Task opened');
      expect(opened.detail).toMatch(/^Hand payment: /);
      const times = entries.map(({ at }: { at: string }) => at);
      expect(times).toEqual([...times].sort().reverse());
      expect(JSON.stringify(entries)).not.toContain(email);
    });
  });

  it('of an unknown transfer there is none', async () => {
    for (const id of ['f'.repeat(32), 'nope', '%00']) {
      expect(refusal(await operator.get(`/api/admin/transfers/${id}/timeline`))).toEqual([404, 'transfer_not_found']);
    }
  });
});

describe('tasks', () => {
  it('are taken over and given back, and counted', async () => {
    const { id, owner } = await start('4.00');
    const before = (await dashboard()).openTasks;
    await owner.post('/api/save-contact', {
      transferId: id,
      email: 'x@example.com',
      reason: 'stripe_pending_notification',
    });
    expect((await dashboard()).openTasks).toBe(before + 1);
    const { tasks } = (await operator.get(`/api/admin/tasks?search=${id}`)).body;
    const path = `/api/admin/tasks/${tasks[0].id}/assign`;
    expect((await operator.post(path, { to: 'Olga' })).body.assignedTo).toBe('Olga');
    expect((await operator.post(path, { to: null, reason: 'on holiday' })).body.assignedTo).toBeNull();
    expect(refusal(await operator.post(path, { to: ' ' }))).toEqual([400, 'invalid_input']);
    expect(refusal(await operator.post('/api/admin/tasks/task_1/assign', { to: 'Olga' }))).toEqual([
      404,
      'task_not_found',
    ]);
    expect(refusal(await operator.post('/api/admin/tasks/%00/assign', { to: 'Olga' }))).toEqual([400, 'invalid_input']);
  });
});

it('what could not be handled is counted on the dashboard', async () => {
  const before = (await dashboard()).deadLetters;
  await system.payment.publish(PaymentSucceeded, '0'.repeat(32), {} as never, { dataversion: 99 });
  await eventually(async () => expect((await dashboard()).deadLetters).toBe(before + 2));
});

describe('sessions', () => {
  it('are seen with where and since when, and ended from another', async () => {
    const other = await signIn('Petra');
    const { sessions } = (await operator.get('/api/operator/sessions')).body;
    const petras = sessions.find(({ name }: { name: string }) => name === 'Petra');
    expect(petras).toMatchObject({ ip: '127.0.0.1', current: false, startedAt: expect.stringContaining(today()) });
    expect(sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    expect(JSON.stringify(sessions)).not.toContain(other.cookie('operator_session'));
    const path = `/api/operator/sessions/${petras.id}`;
    expect((await operator.send('DELETE', path)).status).toBe(204);
    expect(refusal(await other.get('/api/operator/session'))).toEqual([401, 'operator_required']);
    expect(refusal(await operator.send('DELETE', path))).toEqual([404, 'session_not_found']);
    for (const id of ['nope', '%00', "'"]) {
      expect(refusal(await operator.send('DELETE', `/api/operator/sessions/${id}`))).toEqual([
        404,
        'session_not_found',
      ]);
    }
  });

  it('end all with another password, and the old one opens nothing', async () => {
    const other = await startSystem();
    try {
      const browser = other.browser();
      await browser.post('/api/operator/session', { password: operatorPassword });
      await setOperatorPassword(other.bff.context.db, 'another-long-password');
      expect(refusal(await browser.get('/api/operator/session'))).toEqual([401, 'operator_required']);
      const sign = (password: string) => other.browser().post('/api/operator/session', { password });
      expect(refusal(await sign(operatorPassword))).toEqual([401, 'wrong_password']);
      expect((await sign('another-long-password')).status).toBe(204);
    } finally {
      await other.stop();
    }
  });
});
