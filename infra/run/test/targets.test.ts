import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createFolder, expectInstructions, expectMails, payForTransfer, startTarget, startTargets } from './harness.ts';

test('each target runs in its own process, and together the targets take a payment', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const system = await startTargets({ DATABASE_URL: database.url, GIT_COMMIT: '0123abc', LOG_LEVEL: 'info' });
  const { bff, instances, stopInstance } = system;
  expect(instances.get('transfer 1')?.output()).toMatch(
    /"version":"[\d.]+","commit":"0123abc","services":\["transfer"\],"msg":"starting"/,
  );
  const { id } = await payForTransfer(system, 'targets@example.com');
  await expectInstructions(system, id);
  await expectMails(system, 'targets@example.com', 1);
  expect((await fetch(`${bff}/readyz`)).status).toBe(200);

  // While one service is stopped, the BFF reports it, and calls that do not need the service succeed.
  await stopInstance('payment 1');
  const degraded = await fetch(`${bff}/readyz?verbose`);
  expect(degraded.status).toBe(200);
  expect(await degraded.json()).toMatchObject({
    degraded: true,
    services: { payment: 'not ready', transfer: 'ready' },
  });
  expect((await fetch(`${bff}/api/transfers/${id}`)).status).toBe(200);
});

test('the start is refused with a list of all invalid settings', async () => {
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

test('the refused start lists the invalid settings of every part, including port and database', async () => {
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

test('production refuses to start with settings for the sandbox, and lists all of these settings', async () => {
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
    'JURISDICTION',
    'LEGAL_NAME',
    'POSTAL_ADDRESS',
    'PUBLIC_URL',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'SUPPORT_EMAIL',
    'TRUST_PROXY',
  ]);
});

test('the start checks every setting before it starts a database or the sandbox', async () => {
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
])('a start with the settings %j is refused with an explanation', async (settings, words) => {
  const { ended, output } = startTarget({ DATA_DIR: await createFolder(), ...settings });
  expect(await ended).toBe(1);
  expect(output()).toContain(words);
  expect(output()).not.toContain('    at ');
});

test('the sandbox refuses to start in production', async () => {
  const { ended, output } = startTarget({ TARGET: 'sandbox', MODE: 'production', DATA_DIR: await createFolder() });
  expect(await ended).not.toBe(0);
  expect(output()).toMatch(/production/i);
});
