import type { BaseSettings, ServiceContext } from '@xrp-bridge/runtime';
import type { ActivityFeed } from './activity.ts';
import type { Assistant } from './assistant/assistant.ts';
import type { Services } from './clients.ts';
import type { BffSettings } from './config.ts';
import type { LiveUpdates } from './live-updates.ts';
import type { MaintenanceFlag } from './maintenance.ts';
import type { IdCookie } from './owner-cookie.ts';
import type { SignalsCache } from './signals-cache.ts';
import type { Tables } from './tables.ts';
import type { Visitors } from './visitors.ts';

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
  /** Lets time pass; tests do not wait. */
  pause: (ms: number) => Promise<void>;
}
