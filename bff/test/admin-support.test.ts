import { beforeAll, describe, expect, it } from 'vitest';
import { setOperatorPassword } from '../src/index.ts';
import { refusal } from './browser.ts';
import { listen } from './event-stream.ts';
import { eventually, operatorPassword, startSystem, useOperator, useSystem } from './harness.ts';

const order = { fromExchange: 'kraken', toWallet: 'ledger' };
const today = () => new Date().toISOString().slice(0, 10);

const system = useSystem();
const operator = useOperator(system);

beforeAll(async () => {
  await system.sendWebhooks();
});

const start = (serviceFee: '4.00' | '17.76') => system.startTransfer({ ...order, serviceFee });
const dashboard = async () => (await operator.get('/api/admin/dashboard')).body;

describe('schedules:', () => {
  const schedules = async () => (await operator.get('/api/admin/schedules')).body.schedules;
  const find = async (service: string, name: string) =>
    (await schedules()).find((one: { service: string; name: string }) => one.service === service && one.name === name);

  it('the list contains the schedules of all services, each with its interval', async () => {
    const all = await schedules();
    const services = new Set(all.map(({ service }: { service: string }) => service));
    expect(services).toEqual(new Set(['ads', 'notification', 'payment', 'signals', 'transfer']));
    expect(await find('payment', 'check-accounting')).toMatchObject({
      rhythm: 'every day at 04:20 UTC',
      paused: false,
    });
  });

  it('an operator can pause, run and resume a schedule, and the audit trail names the schedule', async () => {
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

  it.each(['payment/nothing', 'nobody/settle-unsettled', 'bff/x'])(
    'running the unknown schedule %s answers 404',
    async (which) => {
      expect(refusal(await operator.post(`/api/admin/schedules/${which}/run`))).toEqual([404, 'job_not_found']);
    },
  );

  it('an unknown action on a schedule answers 400', async () => {
    const path = '/api/admin/schedules/payment/settle-unsettled/delete';
    expect(refusal(await operator.post(path))).toEqual([400, 'invalid_input']);
  });
});

it('an operator can retry a failed job, and a job that succeeds leaves the list of failed jobs', async () => {
  const email = 'bounced@example.com';
  const owner = system.browser();
  const { id } = (await owner.post('/api/transfers', { ...order, serviceFee: '4.00', email })).body;
  const failed = async () => {
    const rows = (await operator.get('/api/admin/jobs?search=send-email')).body.failed;
    return rows as { id: string; service: string; reason: string }[];
  };
  const before = new Set((await failed()).map((job) => job.id));
  // A bounce is a permanent failure, so the job is not retried automatically.
  await system.control('POST', 'faults', { provider: 'smtp', kind: 'bouncing', forMs: 600_000 });
  await system.pay(owner, id);
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

it('retrying a job answers 404 if the service does not exist or has no failed job with this id', async () => {
  for (const which of ['payment/close-order.1', 'nobody/x', 'ads/..%2Fx']) {
    expect(refusal(await operator.post(`/api/admin/jobs/${which}/retry`))).toEqual([404, 'job_not_found']);
  }
});

describe('the live activity:', () => {
  it('an event contains a type, ids and a time, but no personal data', async () => {
    const cookie = operator.cookiesFor('/api/admin');
    const feed = await listen(`${system.url}/api/admin/activity`, { cookie });
    expect(feed.status).toBe(200);
    const owner = system.browser();
    const email = 'secret.person@example.com';
    const { id } = (await owner.post('/api/transfers', { ...order, serviceFee: '4.00', email })).body;
    await eventually(() => expect(feed.frames.some(({ event }) => event === 'activity')).toBe(true));
    const received = await eventually(() => {
      const found = feed.frames.map(({ data }) => data as unknown as { subject: string; type: string; source: string });
      const ours = found.find((one) => one?.subject === id && one.type === 'transfer.created');
      expect(ours).toBeDefined();
      return ours;
    });
    expect(received).toMatchObject({ source: 'transfer' });
    expect(Object.keys(received ?? {}).sort()).toEqual(['at', 'id', 'source', 'subject', 'type']);
    expect(JSON.stringify(feed.frames)).not.toContain(email);
    feed.leave();
  });

  it('only a signed-in operator can open the stream, and signing out ends the stream', async () => {
    expect((await fetch(`${system.url}/api/admin/activity`)).status).toBe(401);
    const leaving = await system.signIn('Leaving');
    const feed = await listen(`${system.url}/api/admin/activity`, { cookie: leaving.cookiesFor('/api/admin') });
    await leaving.send('DELETE', '/api/operator/session');
    await eventually(() => expect(feed.ended).toBe(true));
  });
});

describe('a transfer’s timeline', () => {
  it('lists states, payments, tasks, mails and operator actions, newest first', async () => {
    const owner = system.browser();
    const email = 'timeline@example.com';
    const { id } = (await owner.post('/api/transfers', { ...order, serviceFee: '4.00', email })).body;
    await owner.post('/api/save-contact', { transferId: id, email, reason: 'stripe_pending_notification' });
    await operator.post(`/api/admin/bypass-payment/${id}`, { reason: 'paid by Zelle' });
    const { tasks } = (await operator.get(`/api/admin/tasks?search=${id}`)).body;
    expect(tasks).toMatchObject([{ doneBy: 'Olga', reason: 'paid by Zelle' }]);
    await eventually(async () => {
      const { entries } = (await operator.get(`/api/admin/transfers/${id}/timeline`)).body;
      const words = entries.map(({ what }: { what: string }) => what);
      expect(words.at(-1)).toBe('Transfer started');
      expect(words).toEqual(expect.arrayContaining(['Task opened', 'Task closed', 'Email sent', 'Payment started']));
      expect(entries).toContainEqual(
        expect.objectContaining({ what: 'Olga: Bypass payment', detail: 'Done: paid by Zelle' }),
      );
      expect(entries.at(-1).detail).toBe('From Kraken to Ledger');
      expect(entries).toContainEqual(
        expect.objectContaining({ what: 'Transfer last changed', detail: 'Status: instructions sent' }),
      );
      const opened = entries.find(({ what }: { what: string }) => what === 'Task opened');
      expect(opened.detail).toMatch(/^Request to pay another way: /);
      const times = entries.map(({ at }: { at: string }) => at);
      expect(times).toEqual([...times].sort().reverse());
      expect(JSON.stringify(entries)).not.toContain(email);
    });
  });

  it('answers 404 for an unknown transfer', async () => {
    for (const id of ['f'.repeat(32), 'nope', '%00']) {
      for (const part of ['', '/timeline', '/reach']) {
        expect(refusal(await operator.get(`/api/admin/transfers/${id}${part}`))).toEqual([404, 'transfer_not_found']);
      }
    }
  });
});

describe('tasks:', () => {
  it('a task can be assigned and unassigned, and open tasks are counted on the dashboard', async () => {
    const { id, browser: owner } = await start('4.00');
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
    for (const id of ['task_1', '%00'])
      expect(refusal(await operator.post(`/api/admin/tasks/${id}/assign`, { to: 'Olga' }))).toEqual([
        404,
        'task_not_found',
      ]);
  });
});

describe('sessions:', () => {
  it('an operator can list the sessions with IP address and start time, and end another session', async () => {
    const other = await system.signIn('Petra');
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

  it('a new password ends all sessions, and the old password is refused', async () => {
    const other = await startSystem();
    try {
      const browser = await other.signIn();
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
