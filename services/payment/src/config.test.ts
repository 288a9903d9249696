import { ConfigError, readSettings } from '@xrp-bridge/runtime';
import { describe, expect, test } from 'vitest';
import { paymentSettings } from './config.ts';

const sandbox = {
  STRIPE_SECRET_KEY: 'sk_sandbox_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
  STRIPE_API_BASE: 'http://127.0.0.1:3001',
};
const real = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' };
const read = (environment: Record<string, string | undefined>) =>
  readSettings({ payment: paymentSettings }, environment);

describe('settings', () => {
  test.each([
    ['the sandbox', sandbox],
    ['the sandbox in another container', { ...sandbox, STRIPE_API_BASE: 'http://sandbox:3001' }],
    ['real keys in production', { ...real, MODE: 'production', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }],
    ['a restricted test key with the sandbox mode', { ...real, STRIPE_SECRET_KEY: 'rk_test_1' }],
  ])('are valid for %s', (_what, environment) => {
    expect(read(environment).payment).toMatchObject(environment);
  });

  test.each([
    ['STRIPE_SECRET_KEY', { ...real, MODE: 'production', STRIPE_SECRET_KEY: 'sk_sandbox_1' }],
    ['STRIPE_SECRET_KEY', { ...real, STRIPE_SECRET_KEY: 'pk_live_1' }],
    ['STRIPE_SECRET_KEY', { ...real, STRIPE_SECRET_KEY: undefined }],
    ['STRIPE_WEBHOOK_SECRET', { ...real, STRIPE_WEBHOOK_SECRET: undefined }],
    ['STRIPE_WEBHOOK_SECRET', { ...real, STRIPE_WEBHOOK_SECRET: 'whsec_' }],
    ['STRIPE_WEBHOOK_SECRET', { ...real, STRIPE_WEBHOOK_SECRET: 'whsec_   ' }],
    ['STRIPE_WEBHOOK_SECRET', { ...real, MODE: 'production', STRIPE_WEBHOOK_SECRET: 'whsec_local_only' }],
    ['STRIPE_PUBLISHABLE_KEY', { ...real, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
    ['STRIPE_PUBLISHABLE_KEY', { ...real, STRIPE_SECRET_KEY: 'rk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }],
    ['STRIPE_PUBLISHABLE_KEY', { ...sandbox, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }],
    ['STRIPE_API_BASE', { ...sandbox, STRIPE_API_BASE: undefined }],
    ['STRIPE_API_BASE', { ...real, MODE: 'production', STRIPE_API_BASE: 'http://127.0.0.1:3001' }],
  ])(
    'are rejected if %s is invalid, and the error contains the setting’s name but not its value',
    (name, environment) => {
      const reading = () => read(environment);
      expect(reading).toThrow(ConfigError);
      expect(reading).toThrow(name);
      expect(reading).not.toThrow(/sk_sandbox_1|pk_live_1/);
    },
  );
});
