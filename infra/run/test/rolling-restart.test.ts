import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { expect, onTestFinished, test } from 'vitest';
import { everyTarget, expectInstructions, payForTransfer, startTargets } from './harness.ts';

const twice = ['transfer', 'payment', 'notification'];

test('no customer notices that each instance of a service restarts in turn', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const system = await startTargets([...everyTarget, ...twice], { DATABASE_URL: database.url });

  let restarting = true;
  const paid: string[] = [];
  const failed: unknown[] = [];
  const customers = ['first', 'second'].map(async (customer) => {
    while (restarting) {
      await payForTransfer(system, `${customer}-${paid.length}@example.com`).then(
        ({ id }) => paid.push(id),
        (error) => failed.push(error),
      );
    }
  });
  for (const name of twice) {
    await system.restart(name);
    await system.restart(`${name} 2`);
  }
  restarting = false;
  await Promise.all(customers);

  expect(failed).toEqual([]);
  for (const id of paid) await expectInstructions(system, id);
  // Customers have paid during the restarts.
  expect(paid.length).toBeGreaterThan(twice.length);
});
