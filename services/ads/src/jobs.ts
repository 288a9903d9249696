import type { JobHandler, Schedule } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';

export function adsJobs(_context: Context): JobHandler[] {
  return [];
}

export function adsSchedules(): Schedule[] {
  return [];
}
