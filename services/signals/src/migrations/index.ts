import type { Migrations } from '@xrp-bridge/runtime';
import * as signals from './0001-signals.ts';

export const migrations: Migrations = { '0001_signals': signals };
