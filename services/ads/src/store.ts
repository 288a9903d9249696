import { randomUUID } from 'node:crypto';
import type { PostingWindow, PostStatus, PostTrigger } from '@xrp-bridge/contracts/ads';
import type { MessagingTables, Tx } from '@xrp-bridge/runtime';
import type { Generated, Kysely } from 'kysely';
import type { MoneyTables } from './tables.ts';

/** One row: who posts, when and how much. */
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
  /** Null for an operator's try of the connection. */
  variation_id: string | null;
  theme: string;
  text: string;
  status: PostStatus;
  trigger: PostTrigger;
  /** Who wanted it at once; null but for that trigger. */
  operator: string | null;
  window_name: string;
  planned_at: Date;
  /** When it was last handed to X: the answer may be lost. */
  sent_at: Date | null;
  posted_at: Date | null;
  provider_id: string | null;
  why: string | null;
  /** How often it was handed to X. */
  attempts: Generated<number>;
  /** When an open one is tried again, or looked up. */
  next_try_at: Date | null;
}

export interface Tables extends MessagingTables, MoneyTables {
  automation: AutomationTable;
  variation: VariationTable;
  post: PostTable;
}

export type Db = Kysely<Tables> | Tx<Tables>;

/** A random id that says what it names. */
export function createId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}
