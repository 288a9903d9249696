import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import { pushApi } from '@xrp-bridge/contracts/push';
import { TransferArrived, TransferCompleted } from '@xrp-bridge/contracts/transfer-events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPushEndpoint } from '../src/pusher.ts';
import { eventually, type Harness, newEmail, newTransferId, startHarness } from './harness.ts';

let notification: Harness;
let control: (method: string, path: string, body?: unknown) => Promise<unknown>;
beforeAll(async () => {
  notification = await startHarness();
  control = async (method, path, body) => {
    const headers = { 'content-type': 'application/json' };
    const url = `${notification.sandbox.url}/_sandbox/${path}`;
    const answer = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    expect(answer.ok).toBe(true);
    return answer.json();
  };
});
afterAll(() => notification?.stop());

interface Browser {
  id: string;
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
}

const newBrowser = async () => {
  const { publicKey } = await notification.client.call(pushApi.readKey, {});
  return (await control('POST', 'push/subscriptions', { publicKey })) as Browser;
};

const save = (transferId: string, { subscription }: Pick<Browser, 'subscription'>) =>
  notification.client.call(pushApi.save, { params: { transferId }, body: subscription });

async function subscribe() {
  const transferId = newTransferId();
  const browser = await newBrowser();
  await save(transferId, browser);
  return { transferId, ...browser };
}

const arrive = (transferId: string, facts: { completes: boolean; testFirst?: boolean }) =>
  notification.publish(TransferArrived, transferId, {
    transferId,
    hash: 'A'.repeat(64),
    deliveredDrops: '2000000',
    ledgerIndex: 1,
    ...facts,
  });

const messagesTo = async (id: string) => {
  const { messages } = (await control('GET', `push/subscriptions/${id}`)) as {
    messages: { payload: string; ttl: number; urgency: string }[];
  };
  return messages.map(({ payload, ...rest }) => ({ ...JSON.parse(payload), ...rest }));
};
const expectMessages = (id: string, titles: string[]) =>
  eventually(async () => expect((await messagesTo(id)).map(({ title }) => title)).toEqual(titles));

const stored = async (transferId: string) =>
  (
    await notification.context.db
      .selectFrom('push_subscription')
      .select('endpoint')
      .where('transfer_id', '=', transferId)
      .execute()
  ).length;

describe('a push message', () => {
  it('reports the test and the completion, signed and encrypted, without an amount or an address', async () => {
    const { transferId, id } = await subscribe();
    await arrive(transferId, { completes: false, testFirst: true });
    await expectMessages(id, ['Your test arrived']);
    await arrive(transferId, { completes: true });
    await notification.arrive(transferId);
    await expectMessages(id, ['Your test arrived', 'Your XRP is home']);
    const [test] = await messagesTo(id);
    expect(test).toEqual({
      title: 'Your test arrived',
      body: 'Open your guide to see what comes next.',
      path: `/transfer/${transferId}`,
      ttl: 259_200,
      urgency: 'high',
    });
    await eventually(async () => expect(await stored(transferId)).toBe(0));
  });

  it('reports the first and the completing arrival, and mentions a test only if a test was recommended', async () => {
    const { transferId, id } = await subscribe();
    await arrive(transferId, { completes: false });
    await arrive(transferId, { completes: false });
    await arrive(transferId, { completes: true });
    await expectMessages(id, ['Some of your XRP arrived', 'Your XRP is home']);
  });

  it('is not sent after the customer turned push messages off, or if the customer reported the arrival', async () => {
    const off = await subscribe();
    const { endpoint } = off.subscription;
    await notification.client.call(pushApi.delete, { params: { transferId: off.transferId }, body: { endpoint } });
    const reported = await subscribe();
    await notification.publish(TransferCompleted, reported.transferId, {
      transferId: reported.transferId,
      by: 'customer',
    });
    await arrive(off.transferId, { completes: true });
    const last = await subscribe();
    await arrive(last.transferId, { completes: true });
    await expectMessages(last.id, ['Your XRP is home']);
    expect([await messagesTo(off.id), await messagesTo(reported.id)]).toEqual([[], []]);
    expect(await stored(reported.transferId)).toBe(0);
  });

  it('deletes a subscription that the browser has ended', async () => {
    const { transferId, id } = await subscribe();
    await control('PUT', `push/subscriptions/${id}`, { gone: true });
    await arrive(transferId, { completes: false });
    await eventually(async () => expect(await stored(transferId)).toBe(0));
    expect((await notification.client.call(operationsApi.listJobs, {})).failed).toEqual([]);
  });

  it.each(['down', 'error', 'rate-limited'])('is sent once after the push server’s fault “%s” ends', async (kind) => {
    const { transferId, id } = await subscribe();
    await control('POST', 'faults', { provider: 'push', kind, forMs: 3_600_000 });
    await arrive(transferId, { completes: true });
    await eventually(async () => expect((await notification.context.queues.count()).delayed).toBeGreaterThan(0));
    await control('POST', 'faults', { provider: 'push', kind, forMs: 0 });
    await expectMessages(id, ['Your XRP is home']);
  });

  it('causes a failed job that does not contain the address if the push server refuses the signature', async () => {
    const transferId = newTransferId();
    const browser = (await control('POST', 'push/subscriptions', { publicKey: 'another' })) as Browser;
    await save(transferId, browser);
    await arrive(transferId, { completes: true });
    await eventually(async () => {
      const { failed } = await notification.client.call(operationsApi.listJobs, {});
      expect(failed.map(({ reason, attempts }) => ({ reason, attempts }))).toEqual([
        { reason: 'Push server error: 403', attempts: 1 },
      ]);
      expect(JSON.stringify(failed)).not.toContain(browser.subscription.endpoint);
    });
  });
});

describe('a push subscription', () => {
  it('is stored for the five newest browsers of a transfer, and deleted with the transfer', async () => {
    const transferId = newTransferId();
    for (let n = 0; n < 6; n++) await save(transferId, await newBrowser());
    expect(await stored(transferId)).toBe(5);
    await notification.context.db.deleteFrom('transfer').where('id', '=', transferId).execute();
    expect(await stored(transferId)).toBe(0);
  });

  it.each([
    'http://push.example.com/abc',
    'https://127.0.0.1/abc',
    'https://localhost/abc',
    'https://10.0.0.1/abc',
    'https://push.example.com:8443/abc',
  ])('is refused for the URL %s', async (endpoint) => {
    const { subscription } = await newBrowser();
    await expect(save(newTransferId(), { subscription: { ...subscription, endpoint } })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('is refused for a path of the sandbox outside PUSH_SANDBOX_URL', () => {
    const settings = { PUSH_SANDBOX_URL: 'http://127.0.0.1:3001/push/' };
    expect(isPushEndpoint('http://127.0.0.1:3001/push/abc', settings)).toBe(true);
    expect(isPushEndpoint('http://127.0.0.1:3001/push/../_sandbox/reset', settings)).toBe(false);
  });

  it('causes no request to another URL if the push server redirects', async () => {
    const paths: string[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(307, { location: '/secret' }).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/push/`;
    const own = await startHarness({ environment: { PUSH_SANDBOX_URL: url } });
    try {
      const transferId = newTransferId();
      const { subscription } = await newBrowser();
      const body = { ...subscription, endpoint: `${url}abc` };
      await own.client.call(pushApi.save, { params: { transferId }, body });
      await own.publish(TransferArrived, transferId, {
        transferId,
        hash: 'A'.repeat(64),
        deliveredDrops: '1',
        ledgerIndex: 1,
        completes: true,
      });
      await eventually(async () => {
        const { failed } = await own.client.call(operationsApi.listJobs, {});
        expect(failed.map(({ reason }) => reason)).toEqual(['Push server error: 307']);
      });
      expect(paths).toEqual(['/push/abc']);
    } finally {
      await own.stop();
      server.close();
    }
  });

  it('does not appear in events, jobs or mails', async () => {
    const { transferId, id, subscription } = await subscribe();
    const email = newEmail();
    await notification.saveContact({ transferId, email });
    await arrive(transferId, { completes: true });
    await expectMessages(id, ['Your XRP is home']);
    const mails = await notification.expectMails(email, 1);
    const sent = await notification.published('notification.sent');
    expect(JSON.stringify([mails, sent])).not.toContain(subscription.endpoint);
  });

  it('uses one generated key pair, or the key pair from the settings', async () => {
    const read = async (harness: Harness) => (await harness.client.call(pushApi.readKey, {})).publicKey;
    expect(await read(notification)).toBe(await read(notification));
    const keys = {
      VAPID_PUBLIC_KEY: 'B'.repeat(87),
      VAPID_PRIVATE_KEY: 'A'.repeat(43),
    };
    const own = await startHarness({ environment: keys });
    expect(await read(own)).toBe(keys.VAPID_PUBLIC_KEY);
    await own.stop();
  });
});
