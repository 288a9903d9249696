import { createTestDatabase, readPublished } from '@xrp-bridge/runtime/testing';
import { expect, onTestFinished, test } from 'vitest';
import {
  expectInstructions,
  expectMails,
  payForTransfer,
  type SystemUnderTest,
  send,
  signIn,
  startAll,
} from './harness.ts';

const type = 'payment_intent.succeeded';

test('1,000 duplicate deliveries of one webhook cause one payment, one set of instructions and one e-mail', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const system = await startAll({ DATABASE_URL: database.url });
  const webhooks = `${system.sandbox}/_sandbox/stripe/webhooks`;

  // Regular webhooks are held, so that only the deliveries below arrive and race to record the payment.
  await send(webhooks, { held: true }, { method: 'PUT' });
  const { id, intentId } = await payForTransfer(system, 'once@example.com');
  const original = await findEventId(system, intentId);
  // Stripe may also create several events for the same fact (https://docs.stripe.com/webhooks#handle-duplicate-events).
  const deliveries = [{ eventId: original, times: 800 }, ...Array(4).fill({ type, object: intentId, times: 50 })];
  await Promise.all(deliveries.map((delivery) => deliver(webhooks, delivery)));
  await expectInstructions(system, id);
  await expectMails(system, 'once@example.com', 1);

  // When a later payment is complete, all effects of the earlier deliveries are complete too.
  await send(webhooks, { held: false }, { method: 'PUT' });
  const later = await payForTransfer(system, 'later@example.com');
  await expectInstructions(system, later.id);
  await expectMails(system, 'later@example.com', 1);

  for (const [source, event] of [
    ['payment', 'payment.succeeded'],
    ['transfer', 'transfer.instructions_ready'],
    ['notification', 'notification.sent'],
  ] as const) {
    const subjects = async () =>
      (await readPublished(database.url, source, event)).map(({ subject }) => subject).sort();
    await expect.poll(subjects).toEqual([id, later.id].sort());
  }
  await expectMails(system, 'once@example.com', 1);
  const headers = await signIn(system);
  expect(await send(`${system.bff}/api/admin/accounting`, undefined, { headers })).toMatchObject({
    balanced: true,
    totals: { stripe_clearing: '8.00', revenue_guide: '-8.00' },
    paid: '8.00',
  });
  expect(await send(`${system.bff}/api/admin/events`, undefined, { headers })).toEqual({
    deadLetters: [],
    nextCursor: null,
    away: [],
  });
});

/**
 * Delivers an event `times` times.
 * Like Stripe, repeats each delivery that the product refused under load.
 */
async function deliver(webhooks: string, { times, ...event }: { times: number }): Promise<void> {
  for (let left = times; left > 0; ) {
    const { statuses } = await send<{ statuses: Record<string, number> }>(webhooks, { ...event, times: left });
    const { 200: accepted = 0, 503: refused = 0, ...others } = statuses;
    expect(others).toEqual({});
    expect(accepted + refused).toBe(left);
    left = refused;
  }
}

async function findEventId({ sandbox }: SystemUnderTest, intentId: string): Promise<string | undefined> {
  const { data } = await send<{ data: { id: string; data: { object: { id: string } } }[] }>(
    `${sandbox}/v1/events?type=${type}`,
    undefined,
    { headers: { authorization: 'Bearer sk_sandbox_xrp_bridge' } },
  );
  return data.find((event) => event.data.object.id === intentId)?.id;
}
