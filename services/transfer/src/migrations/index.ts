import type { Migrations } from '@xrp-bridge/runtime';
import * as transfers from './0001-transfers.ts';
import * as arrivals from './0002-arrivals.ts';
import * as watchedUntil from './0003-watched-until.ts';
import * as access from './0004-access.ts';
import * as expired from './0005-expired.ts';
import * as lastChanged from './0006-last-changed.ts';
import * as testFirst from './0007-test-first.ts';
import * as refundRequested from './0008-refund-requested.ts';
import * as figures from './0009-figures.ts';
import * as search from './0010-search.ts';
import * as watchChanges from './0011-watch-changes.ts';
import * as arrivalClaimed from './0012-arrival-claimed.ts';

export const migrations: Migrations = {
  '0001_transfers': transfers,
  '0002_arrivals': arrivals,
  '0003_watched_until': watchedUntil,
  '0004_access': access,
  '0005_expired': expired,
  '0006_last_changed': lastChanged,
  '0007_test_first': testFirst,
  '0008_refund_requested': refundRequested,
  '0009_figures': figures,
  '0010_search': search,
  '0011_watch_changes': watchChanges,
  '0012_arrival_claimed': arrivalClaimed,
};
