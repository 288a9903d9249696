import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedPostgres, startThrowawayPostgres } from '../../postgres/embedded-postgres.ts';
import { installDatabase } from '../src/database.ts';
import { createScheduler, type Life, parts } from '../src/scheduler.ts';

interface World {
  connect(): Promise<pg.Client>;
  /** Waits for virtual time. */
  pause(ms: number): Promise<void>;
  crash(life: Life): Promise<void>;
}

let postgres: EmbeddedPostgres;

beforeAll(async () => {
  postgres = await startThrowawayPostgres();
});

afterAll(() => postgres.stop());

/** Runs statements under the scheduler. Returns their result, and the hash of the trace. */
async function simulate<Result>(work: (world: World) => Promise<Result>) {
  const scheduler = createScheduler({ seed: '1', startAt: Date.UTC(2026, 0, 1) });
  const database = await installDatabase(scheduler, postgres.url);
  const world: World = {
    async connect() {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      return client;
    },
    pause: (ms) => scheduler.operate('pause', ms, () => undefined),
    crash: (life) => scheduler.operate('crash', 0, () => database.drop(life)),
  };
  try {
    const result = await scheduler.runUntil(work(world));
    return { result, traceHash: scheduler.report().traceHash };
  } finally {
    await database.read('drop schema sim cascade');
    await database.stop();
  }
}

it('continues the statements that wait for the same lock one after another', async () => {
  async function insertTogether({ connect, pause }: World) {
    const first = await connect();
    await first.query('drop table if exists word');
    await first.query('create table word (text text primary key, writer int, place serial)');
    await first.query('begin');
    await first.query("insert into word values ('same', 0)");
    // The end of the first transaction releases all of them at the same time.
    const work = Array.from({ length: 8 }, async (_, writer) => {
      const client = await connect();
      await client.query("insert into word values ('same', $1) on conflict do nothing", [writer]);
      await client.query('insert into word values ($1, $2)', [`of ${writer}`, writer]);
      await client.end();
    });
    await pause(1_000);
    await first.query('rollback');
    await Promise.all(work);
    const { rows } = await first.query<{ writer: number }>('select writer from word order by place');
    await first.end();
    return rows.map(({ writer }) => writer);
  }
  const one = await simulate(insertTogether);
  expect(one.result).toHaveLength(9);
  for (let time = 0; time < 3; time++) expect(await simulate(insertTogether)).toEqual(one);
});

it('lets PostgreSQL end a deadlock of waiting statements', async () => {
  const { result } = await simulate(async ({ connect, pause }) => {
    const [one, other] = [await connect(), await connect()];
    await one.query('drop table if exists account');
    await one.query('create table account as select id, 0 as cents from generate_series(1, 2) id');
    const change = async (client: pg.Client, ids: number[]) => {
      await client.query('begin');
      for (const id of ids) {
        await client.query('update account set cents = cents + 1 where id = $1', [id]);
        await pause(1_000);
      }
      await client.query('commit');
    };
    const outcomes = await Promise.allSettled([change(one, [1, 2]), change(other, [2, 1])]);
    await Promise.all([one.end(), other.end()]);
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
  });
  expect(result).toEqual(['40P01']);
});

it('ends a waiting statement of a crashed process without its effect', async () => {
  const { result } = await simulate(async ({ connect, pause, crash }) => {
    const first = await connect();
    await first.query('drop table if exists account');
    await first.query('create table account as select 0 as cents');
    await first.query('begin');
    await first.query('update account set cents = 1');
    const life: Life = { isOver: false, clockUs: (nowUs) => nowUs };
    await parts.run({ name: 'service', life }, async () => {
      const client = await connect();
      void client.query('update account set cents = 2');
      await pause(1_000);
    });
    life.isOver = true;
    await first.query('commit');
    await crash(life);
    const { rows } = await first.query('select cents from account');
    await first.end();
    return rows;
  });
  expect(result).toEqual([{ cents: 1 }]);
});

it('numbers the backends alike in each run', async () => {
  async function readPid({ connect }: World) {
    const client = await connect();
    await client.query('set search_path to "public"');
    const { rows } = await client.query('select pg_backend_pid() as pid');
    await client.end();
    return rows;
  }
  const { result } = await simulate(readPid);
  expect((await simulate(readPid)).result).toEqual(result);
});

it('leaves no stopped process after the simulator is killed', async () => {
  const modules = (name: string) => JSON.stringify(new URL(`../src/${name}.ts`, import.meta.url).href);
  const simulator = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import pg from 'pg';
       import { installDatabase } from ${modules('database')};
       import { createScheduler } from ${modules('scheduler')};
       const scheduler = createScheduler({ seed: '1', startAt: 0 });
       const url = ${JSON.stringify(postgres.url)};
       const database = await installDatabase(scheduler, url);
       const connect = async () => {
         const client = new pg.Client({ connectionString: url, application_name: 'killed' });
         await client.connect();
         return client;
       };
       await scheduler.runUntil((async () => {
         const [one, other] = [await connect(), await connect()];
         await one.query('create temporary table held ()');
         await one.query('select pg_advisory_lock(1)');
         void other.query('select pg_advisory_lock(1)');
         await scheduler.operate('pause', 1_000, () => undefined);
       })());
       console.log('waits');
       setInterval(() => {}, 1_000);`,
    ],
    { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(createInterface(simulator.stdout), 'line');
  simulator.kill('SIGKILL');
  const monitor = new pg.Client({ connectionString: postgres.url });
  await monitor.connect();
  const countKilled = async () =>
    (await monitor.query("select from pg_stat_activity where application_name = 'killed'")).rowCount;
  await expect.poll(countKilled).toBe(0);
  await monitor.query('drop schema sim cascade');
  await monitor.end();
});
