import type { adsApi, PostStatus, PostTrigger } from '@xrp-bridge/contracts/ads';
import type { QueryOf } from '@xrp-bridge/contracts/define';
import type { Tx } from '@xrp-bridge/runtime';
import { newestFirst, oldestFirst, type Page, readPage } from '@xrp-bridge/runtime/paging';
import { type Selectable, sql } from 'kysely';
import {
  type Automation,
  lookUpAt,
  type Outcome,
  type PastPost,
  type PoolText,
  type PostingState,
  recentMs,
} from './domain/post.ts';
import { createId, type Db, type PostTable, type Tables } from './store.ts';
import { readPool } from './variation-store.ts';

/** The window name of a post that an operator triggers outside the posting hours. */
export const byHand = 'Manual';

/** The value of `why` for a post that was sent to X, until the response arrives. */
const noAnswerYet = 'X hasn’t responded yet.';

/** A stored post. */
export interface Post {
  id: string;
  /** The id of the pool's text; null for an operator's test of the connection. */
  variationId: string | null;
  theme: string;
  text: string;
  status: PostStatus;
  trigger: PostTrigger;
  operator: string | null;
  window: string;
  plannedAt: Date;
  sentAt: Date | null;
  postedAt: Date | null;
  providerId: string | null;
  why: string | null;
  attempts: number;
}

/** Returns the time of the database's clock, which decides for all instances when a post may be sent. */
export async function readPostingTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select posting_time() as now`.execute(db);
  return (rows[0] as { now: Date }).now;
}

export async function readAutomation(db: Db): Promise<Automation> {
  return db.selectFrom('automation').select(automationColumns).executeTakeFirstOrThrow();
}

/** Locks the automation row, which serializes planning, sending and pool changes across instances. */
export async function lockAutomation(tx: Tx<Tables>): Promise<Automation> {
  return tx.selectFrom('automation').select(automationColumns).forUpdate().executeTakeFirstOrThrow();
}

const automationColumns = ['enabled', 'dry_run as dryRun', 'daily_cap as dailyCap', 'windows'] as const;

/** Updates the automation row, which the transaction has locked. */
export async function updateAutomation(tx: Tx<Tables>, changes: Partial<Automation>): Promise<void> {
  const { enabled, dryRun, dailyCap, windows } = changes;
  const columns = {
    ...(enabled === undefined ? {} : { enabled }),
    ...(dryRun === undefined ? {} : { dry_run: dryRun }),
    ...(dailyCap === undefined ? {} : { daily_cap: dailyCap }),
    ...(windows === undefined ? {} : { windows: sql<never>`${JSON.stringify(windows)}::jsonb` }),
  };
  if (Object.keys(columns).length > 0) await tx.updateTable('automation').set(columns).execute();
}

/** Reads the input of the posting rules. */
export async function readPostingState(db: Db, connected: boolean, now: Date): Promise<PostingState> {
  const automation = await readAutomation(db);
  const open = await findOpen(db);
  return {
    connected,
    automation,
    open: open ? openState(open, now) : null,
    past: await readPast(db, now),
    pool: (await readPool(db)) satisfies PoolText[],
  };
}

/**
 * Returns the state of an open post.
 * A post is stored as unclear before it is sent, so an unclear post counts as planned until the response is overdue.
 */
function openState(post: Post, now: Date): 'planned' | 'unclear' {
  const isAwaited = post.why === noAnswerYet && post.sentAt !== null && now < lookUpAt(post.sentAt);
  return post.status === 'planned' || isAwaited ? 'planned' : 'unclear';
}

/** Returns the posts of the last 30 days and the last ad of any age, newest first. */
export async function readPast(db: Db, now: Date): Promise<PastPost[]> {
  const { rows } = await sql<PastPost>`
    select variation_id is null as "isTest", theme, text, status, coalesce(posted_at, sent_at, planned_at) as at from post
    where status in ('posted', 'dry_run', 'failed') and coalesce(posted_at, sent_at, planned_at) > ${new Date(now.getTime() - recentMs)}
      or id in (
        select distinct on (status) id from post
        where status in ('posted', 'dry_run') and variation_id is not null order by status, posted_at desc
      )
    order by at desc, id desc`.execute(db);
  return rows;
}

/** Returns the planned or unclear post. A unique index allows only one. */
async function findOpen(db: Db): Promise<Post | undefined> {
  const row = await db.selectFrom('post').selectAll().where('status', 'in', ['planned', 'unclear']).executeTakeFirst();
  return row && fromRow(row);
}

/** Returns the open post if it is due for a retry or a look-up. */
export async function findDue(db: Db, now: Date): Promise<Post | undefined> {
  const row = await db
    .selectFrom('post')
    .selectAll()
    .where('status', 'in', ['planned', 'unclear'])
    .where('next_try_at', '<=', now)
    .executeTakeFirst();
  return row && fromRow(row);
}

/**
 * Inserts a planned post. A unique index rejects a second open post.
 * @param operator the operator who triggered the post, or null for the schedule
 */
export async function insertPost(
  tx: Tx<Tables>,
  text: PoolText,
  { operator, window, plannedAt }: Pick<Post, 'operator' | 'window' | 'plannedAt'>,
): Promise<Post> {
  const row = await tx
    .insertInto('post')
    .values({
      id: createId('post'),
      variation_id: text.id,
      theme: text.theme,
      text: text.text,
      status: 'planned',
      trigger: operator === null ? 'schedule' : 'operator',
      operator,
      window_name: window,
      planned_at: plannedAt,
      next_try_at: plannedAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

/** Inserts the result of an operator's test of the connection. */
export async function insertTestPost(
  db: Db,
  { text, at, providerId, why }: { text: string; at: Date; providerId: string | null; why: string | null },
): Promise<void> {
  await db
    .insertInto('post')
    .values({
      id: createId('post'),
      variation_id: null,
      theme: 'test',
      text,
      status: providerId ? 'posted' : 'failed',
      trigger: 'test',
      window_name: byHand,
      planned_at: at,
      posted_at: providerId ? at : null,
      provider_id: providerId,
      why,
    })
    .execute();
}

/**
 * Claims a planned post before it is sent.
 * The post is unclear until X responds, even if this instance crashes.
 * @returns undefined if another instance has claimed the post, or if it is no longer planned
 */
export async function claimPost(
  tx: Tx<Tables>,
  id: string,
  { sentAt, nextTryAt }: { sentAt: Date; nextTryAt: Date },
): Promise<Post | undefined> {
  const row = await tx
    .updateTable('post')
    .set((columns) => ({
      status: 'unclear',
      sent_at: sentAt,
      next_try_at: nextTryAt,
      why: noAnswerYet,
      attempts: columns('attempts', '+', 1),
    }))
    .where('id', '=', id)
    .where('status', '=', 'planned')
    .where('next_try_at', '<=', sentAt)
    .returningAll()
    .executeTakeFirst();
  return row && fromRow(row);
}

/**
 * Stores the outcome of a post, unless another instance has already stored an outcome.
 * @param post the post as it was read before the request to X
 * @returns undefined if the post has changed since then
 */
export async function settlePost(
  tx: Tx<Tables>,
  post: Post,
  outcome: Outcome | { status: 'dry_run'; postedAt: Date },
): Promise<Post | undefined> {
  const row = await tx
    .updateTable('post')
    .set({
      status: outcome.status,
      posted_at: 'postedAt' in outcome ? outcome.postedAt : null,
      provider_id: 'providerId' in outcome ? outcome.providerId : null,
      why: 'why' in outcome ? outcome.why : null,
      next_try_at: 'nextTryAt' in outcome ? outcome.nextTryAt : null,
    })
    .where('id', '=', post.id)
    .where('status', '=', post.status)
    .where('attempts', '=', post.attempts)
    .returningAll()
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Returns the number of posted ads and the last of them. */
export async function readTotals(db: Db): Promise<{ totalPosts: number; lastPost: Post | undefined }> {
  const posted = db.selectFrom('post').where('status', '=', 'posted').where('variation_id', 'is not', null);
  const { total } = await posted.select((is) => is.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const last = await posted.selectAll().orderBy('posted_at', 'desc').limit(1).executeTakeFirst();
  return { totalPosts: Number(total), lastPost: last && fromRow(last) };
}

export async function listPosts(db: Db, query: QueryOf<typeof adsApi.listPosts>): Promise<Page<Post>> {
  const { rows, nextCursor } = await readPage(db.selectFrom('post').selectAll(), query, {
    orders: { '-plannedAt': newestFirst('planned_at'), plannedAt: oldestFirst('planned_at') },
    id: sql.ref('id'),
    search: ['theme', 'text', 'status', 'trigger', 'operator', 'provider_id'].map((name) => sql.ref(name)),
  });
  return { rows: rows.map(fromRow), nextCursor };
}

function fromRow(row: Selectable<PostTable>): Post {
  return {
    id: row.id,
    variationId: row.variation_id,
    theme: row.theme,
    text: row.text,
    status: row.status,
    trigger: row.trigger,
    operator: row.operator,
    window: row.window_name,
    plannedAt: row.planned_at,
    sentAt: row.sent_at,
    postedAt: row.posted_at,
    providerId: row.provider_id,
    why: row.why,
    attempts: row.attempts,
  };
}
