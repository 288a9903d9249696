import { byUrlSetting } from '@xrp-bridge/contracts/services';
import { readSettings } from '@xrp-bridge/runtime';
import { describe, expect, it } from 'vitest';
import { bffSettings, manualPaymentsOf, providerOf, rateLimitsOn, tipOf } from './config.ts';

const needed = byUrlSetting(() => 'http://127.0.0.1:3010');
const production = {
  ...needed,
  MODE: 'production',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_123',
  OPERATOR_PASSWORD: 'correct-horse-battery',
};

function read(environment: Record<string, string>) {
  return readSettings({ bff: bffSettings }, environment).bff;
}

describe('settings', () => {
  it('are valid if only the URLs of the services are set', () => {
    const settings = read(needed);
    expect(settings.MODE).toBe('sandbox');
    expect(rateLimitsOn(settings)).toBe(false);
    expect(tipOf(settings)).toBeUndefined();
    expect(providerOf(settings)).toEqual({ publishableKey: '' });
  });

  it.each([
    ['TRANSFER_URL', { TRANSFER_URL: 'nowhere' }],
    ['STRIPE_PUBLISHABLE_KEY', { STRIPE_PUBLISHABLE_KEY: 'sk_live_secret' }],
    ['MANUAL_PAYMENTS', { MANUAL_PAYMENTS: 'paypal' }],
    ['MANUAL_PAYMENTS', { MANUAL_PAYMENTS: '[{"id": "paypal", "label": "PayPal"}]' }],
    ['MANUAL_PAYMENTS', { MANUAL_PAYMENTS: '[{"id": "xrp", "label": "XRP", "handle": "me"}]' }],
    [
      'MANUAL_PAYMENTS',
      { MANUAL_PAYMENTS: '[{"id": "coin", "label": "Coin", "handle": "rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN"}]' },
    ],
    [
      'MANUAL_PAYMENTS',
      { MANUAL_PAYMENTS: '[{"id": "a", "label": "A", "handle": "1"}, {"id": "a", "label": "B", "handle": "2"}]' },
    ],
    ['TIP_ADDRESS', { TIP_ADDRESS: 'rnotanaddress' }],
    ['TIP_TAG', { TIP_TAG: '99999999999' }],
    ['SOCIAL_URL', { SOCIAL_URL: 'http://social.example/us' }],
    ['SOCIAL_URL', { SOCIAL_URL: 'javascript:alert(1)' }],
    ['SOCIAL_URL', { SOCIAL_URL: '@xrpbridge' }],
    ['TRANSFER_URL', { TRANSFER_URL: 'http://10.0.0.1:3010, ftp://10.0.0.2:3010' }],
    ['TIP_TAG', { TIP_ADDRESS: 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV', TIP_TAG: '1' }],
    ['OPERATOR_ALLOWED_IPS', { OPERATOR_ALLOWED_IPS: '203.0.113.7, example.com' }],
    ['OPERATOR_ALLOWED_IPS', { OPERATOR_ALLOWED_IPS: '203.0.113.0/33' }],
    ['OPERATOR_ALLOWED_IPS', { OPERATOR_ALLOWED_IPS: '203.0.113.0/' }],
    ['TRUST_PROXY', { TRUST_PROXY: '1' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/99' }],
    ['TRUST_PROXY', { TRUST_PROXY: '0.0.0.0/0' }],
    ['TRUST_PROXY', { TRUST_PROXY: '::/0' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/0x8' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/ 8' }],
    ['TRUST_PROXY', { ...production, TRUST_PROXY: 'on' }],
    ['TRUST_PROXY', { ...production, TRUST_PROXY: 'loopback, uniquelocal' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'maybe' }],
    ['RATE_LIMITS', { ...production, RATE_LIMITS: 'off' }],
    ['STRIPE_PUBLISHABLE_KEY', { ...production, STRIPE_PUBLISHABLE_KEY: '' }],
    ['STRIPE_PUBLISHABLE_KEY', { ...production, STRIPE_PUBLISHABLE_KEY: 'pk_sandbox_1' }],
    ['OPERATOR_PASSWORD', { ...production, OPERATOR_PASSWORD: 'short' }],
    ['OPERATOR_PASSWORD', { ...production, OPERATOR_PASSWORD: '1qaz2wsx3edc' }],
    ['OPERATOR_PASSWORD', { ...production, PUBLIC_URL: 'https://kettles.example', OPERATOR_PASSWORD: 'kettles-2026!' }],
  ])('report an invalid %s without repeating the value', (name, environment) => {
    expect(() => read({ ...needed, ...environment })).toThrow(
      new RegExp(`\\n {2}${name}: (?!.*(secret|short|1qaz|kettles|xrp"))`),
    );
  });

  it('report all errors at once, including conflicts between two settings', () => {
    const mistakes = () => read({ MODE: 'production', RATE_LIMITS: 'off', AI_MODEL: 'm', TIP_ADDRESS: 'r' });
    for (const name of ['TRANSFER_URL', 'RATE_LIMITS', 'AI_API_KEY', 'TIP_ADDRESS', 'STRIPE_PUBLISHABLE_KEY']) {
      expect(mistakes).toThrow(`  ${name}: `);
    }
    expect(mistakes).not.toThrow('TIP_TAG');
  });

  it('accept several addresses of a service', () => {
    const TRANSFER_URL = 'http://10.0.0.1:3010, http://10.0.0.2:3010';
    expect(read({ ...needed, TRANSFER_URL }).TRANSFER_URL).toBe(TRANSFER_URL);
  });

  it('include sample manual payment methods only in the sandbox', () => {
    expect(manualPaymentsOf(read(needed))).toHaveLength(4);
    expect(manualPaymentsOf(read(production))).toEqual([]);
    const own = '[{"id": "paypal", "label": "PayPal", "handle": "pay@example.com"}]';
    expect(manualPaymentsOf(read({ ...needed, MANUAL_PAYMENTS: own }))).toEqual(JSON.parse(own));
  });

  it('contain the payment provider’s URL for browsers only in the sandbox', () => {
    const base = { ...needed, STRIPE_API_BASE: 'http://sandbox:3001/' };
    expect(providerOf(read({ ...base, STRIPE_PUBLISHABLE_KEY: 'pk_sandbox_1' }))).toEqual({
      publishableKey: 'pk_sandbox_1',
      apiBase: 'http://sandbox:3001',
    });
    expect(
      providerOf(
        read({ ...base, STRIPE_PUBLISHABLE_KEY: 'pk_sandbox_1', STRIPE_BROWSER_BASE: 'http://localhost:3001' }),
      ),
    ).toMatchObject({ apiBase: 'http://localhost:3001' });
    expect(providerOf(read({ ...base, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }))).toEqual({ publishableKey: 'pk_test_1' });
  });

  it('split an X-address for tips into address and tag', () => {
    expect(tipOf(read({ ...needed, TIP_ADDRESS: 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV' }))).toEqual({
      address: expect.stringMatching(/^r/),
      tag: '123456',
    });
  });

  it('accept an explicit TRUST_PROXY in production', () => {
    for (const named of ['off', 'loopback', '10.0.0.7, 10.1.0.0/16']) {
      expect(() => read({ ...production, TRUST_PROXY: named })).not.toThrow();
    }
  });

  it('offer the concierge by default', () => {
    expect(read(needed).CONCIERGE_OFFERED).toBe(true);
    expect(read({ ...needed, CONCIERGE_OFFERED: 'on' }).CONCIERGE_OFFERED).toBe(true);
    expect(read({ ...needed, CONCIERGE_OFFERED: 'off' }).CONCIERGE_OFFERED).toBe(false);
  });

  it('enable rate limits in production', () => {
    expect(rateLimitsOn(read(production))).toBe(true);
    expect(rateLimitsOn(read({ ...needed, RATE_LIMITS: 'on' }))).toBe(true);
  });
});
