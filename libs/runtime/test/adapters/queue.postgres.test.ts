import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { withOwner } from '../../src/db.ts';
import { createJob, work } from '../../src/job.ts';
import { jobsSchemaOf } from '../../src/queue-postgres.ts';
import { eventually } from './child.ts';
import { Count, useQueues } from './queue.harness.ts';
import { queueSuite } from './queue.suite.ts';
import { scheduleSuite } from './schedule.suite.ts';

queueSuite('PostgreSQL');
scheduleSuite('PostgreSQL');

const { openQueues, report, address } = useQueues();

it('a job that ends deletes jobs that completed over an hour ago, and sorts no others', async () => {
  const queues = openQueues();
  const ran: string[] = [];
  await queues.work([work(Count, async (_data, job) => void ran.push(job.id))]);
  const run = async (jobId: string) => {
    await queues.add([createJob(Count, { n: 1 }, { jobId })]);
    await eventually(() => expect(ran).toContain(`count.${jobId}`));
  };
  await run('first');
  await eventually(async () => expect((await report()).counts.completed).toBe(1));
  const { databaseUrl, service } = address();
  await withOwner(databaseUrl, (owner) =>
    sql`
      with first as (select * from ${sql.table(`${jobsSchemaOf(service)}.job`)} where id = 'count.first')
      insert into ${sql.table(`${jobsSchemaOf(service)}.job`)}
        (queue, id, seq, name, state, data, opts, added_at_ms, finished_at_ms)
      select queue, 'old-' || n, -n, name, state, data, opts, added_at_ms,
        finished_at_ms - case when n <= 5 then 3600000 else 60000 end
      from first, generate_series(1, 20005) n`.execute(owner),
  );
  await run('second');
  await eventually(async () => expect((await report()).counts.completed).toBe(20_002));
});
