import { publicRoutes } from '@xrp-bridge/contracts/public-api';
import { beforeAll, describe, expect, it } from 'vitest';
import { refusal } from './browser.ts';
import { useBff } from './harness.ts';

const { bff, browser } = useBff();
beforeAll(async () => {
  await bff.context.maintenance.set(true);
});

const orderCalls = [
  'POST /api/transfers',
  'POST /api/create-payment-intent',
  'POST /api/create-concierge-payment',
  'POST /api/concierge-checkout',
  'POST /api/signal-subscriptions',
  'POST /api/signal-subscriptions/checkout',
];

describe('while the application is closed,', () => {
  it.each(orderCalls)('%s is refused with 503 and Retry-After', async (call) => {
    const answer = await browser.post(call.slice(call.indexOf('/')), {});
    expect(refusal(answer)).toEqual([503, 'maintenance']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.body.detail).toContain('come back in a few minutes');
  });

  it('all calls other than orders are answered as usual', async () => {
    const refused = publicRoutes.filter(({ errors }) => errors.includes('maintenance'));
    expect(refused.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...orderCalls].sort());
    const guide = `/api/transfers/${'0'.repeat(32)}`;
    expect(refusal(await browser.get(guide))).toEqual([503, 'service_unavailable']);
    expect(refusal(await browser.post('/webhooks/stripe', '{}'))).toEqual([503, 'service_unavailable']);
    expect(refusal(await browser.get('/api/operator/session'))).toEqual([401, 'operator_required']);
    expect((await browser.get('/livez')).status).toBe(200);
  });
});
