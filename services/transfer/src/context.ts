import type { BaseSettings, ServiceContext } from '@xrp-bridge/runtime';
import type { UnlockDuration } from '@xrp-bridge/runtime/metrics';
import type { z } from 'zod';
import type { transferSettings } from './config.ts';
import type { AccountReader } from './ledger/account-reader.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Tables } from './store.ts';
import type { Watcher } from './watcher.ts';

export type BaseContext = ServiceContext<z.infer<typeof transferSettings> & BaseSettings, Tables>;

export interface Context extends BaseContext {
  /** Read-only access to the XRP Ledger. */
  ledger: Ledger;
  accounts: AccountReader;
  /** The same readers with a separate budget, for requests that any visitor can cause. */
  checks: { ledger: Ledger; accounts: AccountReader };
  watcher: Watcher;
  unlocks: UnlockDuration;
}
