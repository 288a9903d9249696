import { randomUUID } from 'node:crypto';
import type { PostingWindow, PostStatus, PostTrigger } from '@xrp-bridge/contracts/ads';
import type { MessagingTables, Tx } from '@xrp-bridge/runtime';
import type { Generated, Kysely } from 'kysely';
import type { MoneyTables } from './tables.ts';

/** The settings of automatic posting, in one row. */
export interface AutomationTable {
  id: Generated<boolean>;
  enabled: boolean;
  dry_run: boolean;
  daily_cap: number;
  windows: PostingWindow[];
}

export interface VariationTable {
  id: string;
  theme: string;
  text: string;
  times_posted: Generated<number>;
  last_posted_at: Date | null;
  retired_at: Date | null;
  created_at: Date;
}

export interface PostTable {
  id: string;
  /** The posted text; null for an operator's test of the connection. */
  variation_id: string | null;
  theme: string;
  text: string;
  status: PostStatus;
  trigger: PostTrigger;
  /** The operator who triggered the post; null for the schedule and for tests of the connection. */
  operator: string | null;
  window_name: string;
  planned_at: Date;
  /** Time of the last request to X, whether or not a response arrived. */
  sent_at: Date | null;
  posted_at: Date | null;
  provider_id: string | null;
  why: string | null;
  /** Number of requests to X. */
  attempts: Generated<number>;
  /** Time of the next retry or look-up of an open post. */
  next_try_at: Date | null;
}

export interface Tables extends MessagingTables, MoneyTables {
  automation: AutomationTable;
  variation: VariationTable;
  post: PostTable;
}

export type Db = Kysely<Tables> | Tx<Tables>;

/** Returns a random id with a prefix that names its kind. */
export function createId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}
