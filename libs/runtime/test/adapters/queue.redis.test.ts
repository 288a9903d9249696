import { inject, it } from 'vitest';
import type {} from '../../../../infra/tooling/vitest-adapters-setup.ts';
import { queueSuite } from './queue.suite.ts';
import { scheduleSuite } from './schedule.suite.ts';

const url = inject('redisUrl');

if (url) {
  queueSuite('Redis', { redis: () => url });
  scheduleSuite('Redis', { redis: () => url });
} else
  it('the tests of the queue on Redis are skipped, because no Redis is installed', ({ skip }) =>
    skip('no Redis on this machine'));
