import type { BaseSettings, ServiceContext } from '@xrp-bridge/runtime';
import type { MaintenanceFlag } from './access/maintenance.ts';
import type { IdCookie } from './access/owner-cookie.ts';
import type { Visitors } from './access/visitors.ts';
import type { Assistant } from './assistant/assistant.ts';
import type { Services } from './clients.ts';
import type { BffSettings } from './config.ts';
import type { ActivityFeed } from './live/activity.ts';
import type { LiveUpdates } from './live/live-updates.ts';
import type { SignalsCache } from './live/signals-cache.ts';
import type { Tables } from './tables.ts';

export type BaseContext = ServiceContext<BffSettings & BaseSettings, Tables>;

export interface Context extends BaseContext {
  services: Services;
  liveUpdates: LiveUpdates;
  ownerCookie: IdCookie;
  conciergeCookie: IdCookie;
  signals: SignalsCache;
  activity: ActivityFeed;
  visitors: Visitors;
  maintenance: MaintenanceFlag;
  assistant: Assistant;
  /** Resolves after `ms` milliseconds. Tests replace this function, so that they do not wait. */
  pause: (ms: number) => Promise<void>;
}
