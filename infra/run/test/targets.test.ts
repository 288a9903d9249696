import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { expect, onTestFinished, test } from 'vitest';
import {
  createFolder,
  everyTarget,
  expectInstructions,
  expectMails,
  payForTransfer,
  startTarget,
  startTargets,
} from './harness.ts';

test('each target runs alone, and together they take a payment', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const system = await startTargets(everyTarget, {
    DATABASE_URL: database.url,
  });
  const { bff, targets } = system;
  const { id } = await payForTransfer(system, 'targets@example.com');
  await expectInstructions(system, id);
  await expectMails(system, 'targets@example.com', 1);
  expect((await fetch(`${bff}/readyz`)).status).toBe(200);

  // One service gone: the BFF names it, and everything that does not need it goes on.
  await targets.payment?.stop();
  const degraded = await fetch(`${bff}/readyz?verbose`);
  expect(degraded.status).toBe(200);
  expect(await degraded.json()).toMatchObject({
    degraded: true,
    services: { payment: 'not ready', transfer: 'ready' },
  });
  expect((await fetch(`${bff}/api/transfers/${id}`)).status).toBe(200);
});

test('names every setting that does not work, at once, and starts nothing', async () => {
  const { ended, output } = startTarget({
    TARGET: 'transfer,payment',
    MODE: 'production',
    DATABASE_URL: 'mysql://nowhere',
    PUBLIC_URL: 'not an address',
    DATA_DIR: await createFolder(),
  });
  expect(await ended).toBe(1);
  for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'INTERNAL_TOKEN', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']) {
    expect(output()).toContain(`${name}: `);
  }
  expect(output()).not.toContain('mysql://nowhere');
});

test('names the mistakes of every part, the database that is not there and the port included', async () => {
  const { ended, output } = startTarget({
    TARGET: 'bff,payment',
    MODE: 'production',
    PORT: 'http',
    STRIPE_SECRET_KEY: 'sk_sandbox_of_ours',
    RATE_LIMITS: 'off',
    DATA_DIR: await createFolder(),
  });
  expect(await ended).toBe(1);
  const named = [...output().matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name);
  expect(named).toEqual(
    expect.arrayContaining([
      'PORT',
      'DATABASE_URL',
      'INTERNAL_TOKEN',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_PUBLISHABLE_KEY',
      'RATE_LIMITS',
    ]),
  );
  expect(output()).not.toContain('sk_sandbox_of_ours');
});

test('production does not start on what only the sandbox makes do with, and says all of it at once', async () => {
  const { ended, output } = startTarget({
    MODE: 'production',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    SMTP_URL: 'smtp://mail.company.com',
    TRUST_PROXY: 'on',
    DATA_DIR: await createFolder(),
  });
  expect(await ended).toBe(1);
  const named = [...output().matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name);
  expect(named).toEqual([
    'PUBLIC_URL',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'SUPPORT_EMAIL',
    'TRUST_PROXY',
  ]);
});

test('names every mistake before it brings a database or the sandbox', async () => {
  const { ended, output } = startTarget({
    PORT: '70000',
    TIP_ADDRESS: 'r',
    LOG_LEVEL: 'loud',
    DATA_DIR: await createFolder(),
  });
  expect(await ended).toBe(1);
  for (const name of ['PORT', 'TIP_ADDRESS', 'LOG_LEVEL']) expect(output()).toContain(`  ${name}: `);
});

test.each([
  [{ TARGET: 'transfers' }, 'TARGET must be one or more of'],
  [{ TARGET: 'transfer' }, 'Only TARGET=all brings a database of its own'],
  [{ PORT: 'http' }, 'PORT: '],
])('says what is wrong with %o', async (settings, words) => {
  const { ended, output } = startTarget({ DATA_DIR: await createFolder(), ...settings });
  expect(await ended).toBe(1);
  expect(output()).toContain(words);
  expect(output()).not.toContain('    at ');
});

test('the sandbox refuses to stand in for real providers in production', async () => {
  const { ended, output } = startTarget({ TARGET: 'sandbox', MODE: 'production', DATA_DIR: await createFolder() });
  expect(await ended).not.toBe(0);
  expect(output()).toMatch(/production/i);
});
