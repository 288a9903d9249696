import { sql } from 'kysely';
import type { QueuedJob } from '../job.ts';
import type { Queues } from '../queue.ts';
import { batchSize } from './relay.ts';
import type { AnyTransaction } from './tables.ts';

/** Pause between two checks whether the queue still has a job. */
const checkMs = 60_000;

type Queue = Pick<Queues, 'add' | 'addLost'>;

/** Inserts jobs into the outbox, in the transaction of the change that caused them. */
export async function insertJobs(tx: AnyTransaction, jobs: readonly QueuedJob[]): Promise<void> {
  await sql`
    insert into outbox_job (job, delay_ms)
    select job, (job->>'delayMs')::bigint
    from jsonb_array_elements(${JSON.stringify(jobs)}::jsonb) with ordinality as j (job, place)
    order by place`.execute(tx);
}

/**
 * Hands jobs to the queue, and adds the jobs again that the queue has lost.
 * Returns the number of jobs; `batchSize` if there may be more.
 */
export async function relayJobs(tx: AnyTransaction, queue: Queue): Promise<number> {
  return Math.max(await handOverBatch(tx, queue), await checkBatch(tx, queue));
}

/**
 * Hands jobs to the queue and moves their rows to `queued_job`.
 * After a crash in between, the same ids are added again.
 */
async function handOverBatch(tx: AnyTransaction, queue: Queue): Promise<number> {
  // Skips rows that another instance has locked. Jobs may be handed over in any order.
  const { rows } = await sql<{ id: string; job: QueuedJob; left_ms: string }>`
    select id, job, ceil(delay_ms - extract(epoch from clock_timestamp() - at) * 1000) as left_ms
    from outbox_job order by id limit ${batchSize} for update skip locked`.execute(tx);
  if (rows.length === 0) return 0;
  await queue.add(rows.map(withDelay));
  await sql`
    with gone as (
      delete from outbox_job where id = any (${rows.map((row) => row.id)}::bigint[]) returning job, delay_ms, at
    )
    insert into queued_job (id, job, due_at)
    select job->>'id', job, at + delay_ms * interval '1 ms' from gone on conflict (id) do nothing`.execute(tx);
  return rows.length;
}

/**
 * Compares stored jobs with the queue, which may lose its data.
 * Lost jobs are added again; the rows of ended jobs are deleted.
 */
async function checkBatch(tx: AnyTransaction, queue: Queue): Promise<number> {
  const { rows } = await sql<{ id: string; job: QueuedJob; left_ms: string }>`
    update queued_job set checked_at = now() where id in (
      select id from queued_job where checked_at < now() - ${checkMs} * interval '1 ms'
      order by checked_at limit ${batchSize} for update skip locked
    )
    returning id, job, ceil(extract(epoch from due_at - clock_timestamp()) * 1000) as left_ms`.execute(tx);
  if (rows.length === 0) return 0;
  const ended = await queue.addLost(rows.map(withDelay));
  await sql`delete from queued_job where id = any (${ended}::text[])`.execute(tx);
  return rows.length;
}

function withDelay({ job, left_ms }: { job: QueuedJob; left_ms: string }): QueuedJob {
  return { ...job, delayMs: Math.max(0, Number(left_ms)) };
}
