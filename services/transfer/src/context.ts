import type { BaseSettings, ServiceContext } from '@xrp-bridge/runtime';
import type { z } from 'zod';
import type { transferSettings } from './config.ts';
import type { AccountReader } from './ledger/account-reader.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Tables } from './store.ts';
import type { Watcher } from './watcher.ts';

export type BaseContext = ServiceContext<z.infer<typeof transferSettings> & BaseSettings, Tables>;

export interface Context extends BaseContext {
  /** Reads the XRP Ledger; there is nothing here that could write to it. */
  ledger: Ledger;
  accounts: AccountReader;
  /** The same for questions that anybody can cause, within a budget of their own. */
  checks: { ledger: Ledger; accounts: AccountReader };
  watcher: Watcher;
}
