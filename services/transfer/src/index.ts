import { type BaseSettings, defineService, type ServiceContext } from '@xrp-bridge/runtime';
import type { z } from 'zod';
import { transferSettings } from './config.ts';
import { transferEvents } from './events.ts';
import { transferRoutes } from './http.ts';
import { transferJobs, transferSchedules } from './jobs.ts';
import { migrations } from './migrations/index.ts';
import type { Tables } from './store.ts';

export type Context = ServiceContext<z.infer<typeof transferSettings> & BaseSettings, Tables>;

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
