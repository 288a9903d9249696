import { BriefingRequested, briefingSchema, longestId } from '@xrp-bridge/contracts/briefing';
import type { CloudEvent } from '@xrp-bridge/contracts/define';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { alertKinds } from '@xrp-bridge/contracts/operator-alerts';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { byService } from '@xrp-bridge/contracts/services';
import { signalsApi } from '@xrp-bridge/contracts/signals';
import { TaskOpened } from '@xrp-bridge/contracts/task';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { ProblemError } from '@xrp-bridge/runtime';
import { describe, expect, it } from 'vitest';
import { readBriefing } from '../src/briefing.ts';
import type { Services } from '../src/clients.ts';
import { readDashboard } from '../src/dashboard.ts';
import { bffService } from '../src/index.ts';
import { createBrowser, refusal } from './browser.ts';
import { eventually, useSystem } from './harness.ts';

const system = useSystem({}, { hasNoSchedules: true });
const path = '/api/operator/account/alerts';

const messagesTo = async (to: string) => ((await system.control('GET', `webhook/${to}`)) as { texts: string[] }).texts;

type Operator = Awaited<ReturnType<typeof system.signIn>>;

/** Confirms an operator's address by the link of the confirmation mail. */
async function confirmAddress(operator: Operator, email: string): Promise<void> {
  const [mail] = await system.mailsTo(email);
  const token = /#alerts=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const { status, body } = await operator.post(`${path}/confirm`, { token });
  expect([status, body]).toMatchObject([200, { email, emailConfirmed: true }]);
}

/** Returns the BFF's context, in which these routes have the given replies. */
function withReplies(replies: ReadonlyMap<unknown, () => unknown>) {
  const { context } = system.bff;
  const services = byService((name) => ({
    ...context.services[name],
    call: async (route: never, request: never) =>
      replies.has(route) ? replies.get(route)?.() : context.services[name].call(route, request),
  })) as Services;
  return { ...context, services };
}

describe('an operator’s alerts', () => {
  it('need a session', async () => {
    const browser = createBrowser(system.url);
    expect(refusal(await browser.get(path))).toEqual([401, 'operator_required']);
    expect(refusal(await browser.send('PUT', path, {}))).toEqual([401, 'operator_required']);
    expect(refusal(await browser.post(`${path}/confirm`, {}))).toEqual([401, 'operator_required']);
    expect(refusal(await browser.post(`${path}/test/email`))).toEqual([401, 'operator_required']);
  });

  it('are sent by mail and webhook, without the customer’s data, when a customer requests a refund', async () => {
    const operator = await system.signIn();
    const webhookUrl = `${system.sandbox.url}/webhook/ops`;
    const choices = { email: 'olga@bridge.example', webhookUrl, kinds: [...alertKinds] };
    expect((await operator.send('PUT', path, choices)).body).toMatchObject({ ...choices, emailConfirmed: false });
    await confirmAddress(operator, choices.email);
    const customer = 'customer@example.com';
    const { browser, id } = await system.startTransfer({ email: customer });
    await system.pay(browser, id);
    expect(
      (await browser.post(`/api/transfers/${id}/refund-request`, { reason: 'A secret reason' })).status,
    ).toBeLessThan(300);
    const sentence = `A customer asked for a refund of $4.00 (transfer ${referenceOf(id)}).`;
    await eventually(async () => {
      // The first mail is the confirmation mail.
      expect((await system.mailsTo('olga@bridge.example')).slice(1).map(({ text }) => text)).toEqual([
        expect.stringContaining(sentence),
      ]);
      expect(await messagesTo('ops')).toEqual([expect.stringContaining(sentence)]);
    });
    const sent = JSON.stringify([await system.mailsTo('olga@bridge.example'), await messagesTo('ops')]);
    for (const secret of [customer, 'A secret reason', id]) expect(sent).not.toContain(secret);
    await eventually(async () =>
      expect((await operator.get(path)).body.deliveries).toMatchObject({
        email: { failure: null, sentAt: expect.any(String) },
        webhook: { failure: null, sentAt: expect.any(String) },
      }),
    );
    // The audit trail contains the change, but no address.
    const { text } = await operator.get('/api/admin/audit');
    expect(text).toContain('Change alert settings');
    expect(text).not.toContain('olga@bridge.example');
  });

  it('list the new problems of all services after a briefing is requested', async () => {
    const operator = await system.signIn();
    await operator.send('PUT', path, { email: 'night@bridge.example', webhookUrl: null, kinds: ['system'] });
    await confirmAddress(operator, 'night@bridge.example');
    const task = { kind: 'dispute', cause: 'c', orderId: 'o', paymentId: null, why: 'Why.' };
    await system.payment.publish(TaskOpened, 'o', task, { dataversion: 99 });
    await eventually(async () => expect((await readBriefing(system.bff.context)).deadLetters).toHaveLength(1));
    await system.notification.publish(BriefingRequested, 'operators', {});
    await eventually(async () =>
      expect((await system.mailsTo('night@bridge.example')).map(({ subject }) => subject)).toEqual([
        'Confirm your email address for alerts',
        'New problems: 1 failed event',
      ]),
    );
  });

  it('include a briefing with the same sales and funnel as the dashboard', async () => {
    const { week, funnel, away, operators } = await readBriefing(system.bff.context);
    expect(away).toEqual([]);
    expect(operators).toHaveLength(1);
    const range = `from=${week?.days[0]?.day}&to=${week?.days.at(-1)?.day}`;
    const operator = await system.signIn();
    const { series } = (await operator.get(`/api/admin/series?${range}`)).body;
    const revenue = series.find(({ name }: { name: string }) => name === 'revenue');
    expect(week?.days.reduce((sum, { salesCents }) => sum + salesCents, 0)).toBe(Math.round(revenue.sum * 100));
    const { paths } = (await operator.get(`/api/admin/funnel?${range}`)).body;
    expect(funnel?.started).toBe(paths.reduce((sum: number, each: { started: number }) => sum + each.started, 0));
  });

  it('can be tested by mail, and cannot be sent to an address inside our network', async () => {
    const operator = await system.signIn();
    await operator.send('PUT', path, { email: 'try@bridge.example', webhookUrl: null, kinds: [] });
    await confirmAddress(operator, 'try@bridge.example');
    expect((await operator.post(`${path}/test/email`)).body.deliveries.email.failure).toBeNull();
    expect((await system.mailsTo('try@bridge.example')).at(-1)?.subject).toBe('This is a test');
    const inside = await operator.send('PUT', path, { email: null, webhookUrl: 'https://169.254.169.254/', kinds: [] });
    expect(refusal(inside)).toEqual([400, 'invalid_input']);
    expect(inside.text).not.toContain('169.254');
  });
});

describe('a briefing', () => {
  it('names the failing providers and sources that the dashboard shows', async () => {
    const source = { at: '2020-01-01T00:00:00.000Z', stale: true, lastError: 'x', refused: 0, pausedUntil: null };
    const sources = [
      { name: 'CoinGecko', failures: 3, ...source },
      { name: 'Reddit', failures: 0, ...source },
    ];
    const context = withReplies(new Map([[signalsApi.listSources, () => ({ sources })]]));
    const { failingProviders } = await readBriefing(context);
    expect(failingProviders.map(({ name }) => name)).toEqual(['CoinGecko']);
    expect((await readDashboard(context)).failingProviders).toEqual(['CoinGecko']);
  });

  it('counts all problems, including problems that its lists leave out', async () => {
    const health = { deadLetters: 340, failedJobs: 2, failingProviders: [] };
    const { counts } = await readBriefing(withReplies(new Map([[operationsApi.readHealth, () => health]])));
    expect(counts).toEqual({ deadLetters: 1_700, failedJobs: 10 });
  });

  it('shortens an id that is too long', async () => {
    const job = {
      id: 'x'.repeat(2_000),
      service: 'ads',
      reason: '',
      attempts: 1,
      failedAt: '2026-11-23T10:00:00.000Z',
    };
    const briefing = await readBriefing(withReplies(new Map([[operationsApi.listJobs, () => ({ failed: [job] })]])));
    expect(briefing.failedJobs[0]?.id).toHaveLength(longestId);
    expect(briefingSchema.safeParse(briefing).success).toBe(true);
  });

  it('lists the transfer service as unavailable if the funnel cannot be read', async () => {
    const fail = () => {
      throw new ProblemError('service_unavailable');
    };
    const { funnel, away } = await readBriefing(withReplies(new Map([[transferApi.readFunnel, fail]])));
    expect({ funnel, away }).toEqual({ funnel: null, away: ['transfer'] });
  });

  it('does not block live updates while a service does not answer', async () => {
    const hang = () => new Promise(() => {});
    const context = withReplies(new Map([[operationsApi.readHealth, hang]]));
    const event = { type: BriefingRequested.type, subject: 'operators' } as CloudEvent;
    await expect(bffService.broadcast?.(context).deliver(event)).resolves.toBeUndefined();
  });
});
