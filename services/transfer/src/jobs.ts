import { defineJob, type JobHandler } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from './context.ts';
import { decide } from './decide.ts';
import { listUnpaid } from './store.ts';
import { expire, unpaidDays } from './transfer.ts';

const batch = 500;

export const ExpireUnpaid = defineJob('expire-unpaid', {
  data: z.object({}),
  attempts: 3,
  backoffMs: 60_000,
  timeoutMs: 120_000,
});
