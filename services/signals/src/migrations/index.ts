import type { Migrations } from '@xrp-bridge/runtime';
import * as signals from './0001-signals.ts';
import * as figures from './0002-figures.ts';
import * as weeks from './0003-weeks.ts';
import * as days from './0004-days.ts';
import * as parts from './0005-parts.ts';
import * as publishers from './0006-publishers.ts';
import * as submitted from './0007-submitted.ts';

export const migrations: Migrations = {
  '0001_signals': signals,
  '0002_figures': figures,
  '0003_weeks': weeks,
  '0004_days': days,
  '0005_parts': parts,
  '0006_publishers': publishers,
  '0007_submitted': submitted,
};
