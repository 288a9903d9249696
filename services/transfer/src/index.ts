import { defineService } from '@xrp-bridge/runtime';
import { transferSettings } from './config.ts';
import type { Context } from './context.ts';
import { transferEvents } from './events.ts';
import { transferRoutes } from './http.ts';
import { transferJobs, transferSchedules } from './jobs.ts';
import { migrations } from './migrations/index.ts';

/** Knows each transfer from the first choice to the arrival; releases the instructions once they are paid for. */
export const transferService = defineService({
  name: 'transfer',
  settings: transferSettings,
  migrations,
  context: (base: Context): Context => base,
  routes: transferRoutes,
  on: transferEvents,
  jobs: transferJobs,
  schedules: transferSchedules,
});
