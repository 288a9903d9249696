import { defineService } from '@xrp-bridge/runtime';
import { signalsSettings } from './config.ts';
import type { Context } from './context.ts';
import { signalsRoutes } from './http.ts';
import { signalsJobs, signalsSchedules } from './jobs.ts';
import { migrations } from './migrations/index.ts';
import { createReader } from './reader.ts';
import { signalsRetention } from './retention.ts';
import { openSources } from './sources/index.ts';

/** Collects achievements and prices of the crypto market, each with its source. */
export const signalsService = defineService({
  name: 'signals',
  kind: 'internal',
  settings: signalsSettings,
  migrations,
  retention: signalsRetention,
  context(base: Omit<Context, 'sources' | 'reader'>): Context {
    const reader = createReader();
    return { ...base, sources: openSources(base.settings, base.clock, reader), reader };
  },
  routes: signalsRoutes,
  jobs: signalsJobs,
  schedules: () => signalsSchedules,
  close: async ({ reader }) => reader.close(),
});
