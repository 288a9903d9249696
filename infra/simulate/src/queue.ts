import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type JobDefinition,
  type JobHandler,
  jobIdOf,
  PermanentFailure,
  type QueuedJob,
  type Schedule,
} from '@xrp-bridge/runtime/job';
import type { openQueues, Queues } from '@xrp-bridge/runtime/queue';
import { createSchedules } from '@xrp-bridge/runtime/schedules';
import { currentLife, type Life, type Scheduler } from './scheduler.ts';

/** Probabilities and delays of the queues. */
const twiceChance = 0.03;
const slowChance = 0.05;
const latencyMs = { least: 1, most: 100 } as const;
/** Time after which a queue gives the job of a crashed process to another. */
const stalledMs = 30_000;
const slowMs = { least: 1_000, most: 300_000 } as const;
/** Time after which a queue has deleted a completed job. */
const completedMs = 3_600_000;

interface Job {
  name: string;
  id: string;
  data: unknown;
  attempts: number;
  backoffMs: number;
  state: 'waiting' | 'active' | 'completed' | 'failed';
  made: number;
  reason: string;
  endedAt: number;
}

/** The jobs of each service. */
export type SavedQueues = Map<string, Job[]>;

/** The jobs of one service, which survive its instances. */
interface Store {
  jobs: Map<string, Job>;
  schedules: readonly Schedule[];
  workers: JobRunner[];
  /** The running jobs, with the worker's life. */
  active: Map<Job, Life | undefined>;
}

/** An instance of a service that runs jobs. */
interface JobRunner {
  run(job: Job): Promise<void>;
  life: Life | undefined;
}

export interface SimulatedQueues {
  open: typeof openQueues;
  /** Lists the jobs that have failed for good. */
  listFailed(): { service: string; id: string; reason: string }[];
  listSchedules(): { service: string; schedule: Schedule }[];
  /** Lists the ids of the jobs that have not ended. */
  listOpen(): string[];
  /** Returns the jobs for later queues. */
  save(): SavedQueues;
  /** Returns the running jobs of a crashed process to the queue. */
  drop(life: Life): void;
}

/** Creates queues whose jobs run at least once: they are late, and sometimes run twice. */
export function createQueues(scheduler: Scheduler, saved: SavedQueues = new Map()): SimulatedQueues {
  const { random } = scheduler;
  const stores = new Map<string, Store>();
  // The queue is not a part of a service's process, so its steps survive the process.
  const outside = AsyncLocalStorage.snapshot();
  const between = ({ least, most }: { least: number; most: number }) => random.between(least, most);

  function plan(service: string, store: Store, job: Job, delayMs: number): void {
    const latency = between(random.chance(slowChance) ? slowMs : latencyMs);
    outside(() =>
      scheduler.schedule(`job ${job.id} of ${service}`, delayMs + latency, () => void run(service, store, job)),
    );
  }

  async function run(service: string, store: Store, job: Job): Promise<void> {
    // The job stays in the queue until an instance works.
    if (store.workers.length === 0) return plan(service, store, job, slowMs.least);
    const worker = random.pick(store.workers);
    if (job.state === 'waiting') {
      job.state = 'active';
      store.active.set(job, worker.life);
    }
    try {
      await worker.run(job);
      store.active.delete(job);
      if (job.state !== 'completed' && random.chance(twiceChance)) plan(service, store, job, 0);
      Object.assign(job, { state: 'completed', endedAt: Date.now() });
    } catch (error) {
      store.active.delete(job);
      if (job.state === 'completed') return;
      job.made += 1;
      job.reason = error instanceof Error ? error.message : String(error);
      if (error instanceof PermanentFailure || job.made >= job.attempts) {
        Object.assign(job, { state: 'failed', endedAt: Date.now() });
        return;
      }
      job.state = 'waiting';
      plan(service, store, job, job.backoffMs * 2 ** (job.made - 1));
    }
  }

  /** Returns the function that runs a job by its handler, with the handler's time limit. */
  function runnerOf(handlers: ReadonlyMap<string, JobHandler>, recordRun: (name: string, id: string) => Promise<void>) {
    return async (job: Job): Promise<void> => {
      const handler = handlers.get(job.name);
      if (!handler) throw new Error(`no handler for ${job.name}`);
      const { definition } = handler;
      const data = definition.data.parse(job.data);
      const timeout = new AbortController();
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => {
        const error = new DOMException(`The job took longer than ${definition.timeoutMs} ms.`, 'TimeoutError');
        timeout.abort(error);
        late.reject(error);
      }, definition.timeoutMs);
      try {
        await recordRun(job.name, job.id);
        const attempt = job.made + 1;
        const { signal } = timeout;
        const work = handler.run(data, { id: job.id, attempt, lastAttempt: attempt >= job.attempts, signal });
        await Promise.race([work, late.promise]);
      } finally {
        clearTimeout(timer);
      }
    };
  }

  for (const [service, jobs] of saved) {
    const store: Store = {
      jobs: new Map(jobs.map((job) => [job.id, job])),
      schedules: [],
      workers: [],
      active: new Map(),
    };
    stores.set(service, store);
    for (const job of jobs) {
      if (job.state === 'completed' || job.state === 'failed') continue;
      job.state = 'waiting';
      plan(service, store, job, 0);
    }
  }

  const open: typeof openQueues = ({ pool, service, log }) => {
    const store: Store = stores.get(service) ?? { jobs: new Map(), schedules: [], workers: [], active: new Map() };
    stores.set(service, store);
    let worker: JobRunner | undefined;
    const stop = async () => {
      store.workers = store.workers.filter((one) => one !== worker);
      await schedules.stop();
    };

    function addOne(given: Pick<QueuedJob, 'name' | 'id' | 'data' | 'attempts' | 'backoffMs' | 'delayMs'>): void {
      if (store.jobs.has(given.id)) return;
      const { delayMs, ...rest } = given;
      const job: Job = { ...rest, state: 'waiting', made: 0, reason: '', endedAt: 0 };
      store.jobs.set(job.id, job);
      plan(service, store, job, delayMs);
    }

    const add = (jobs: readonly QueuedJob[]) =>
      scheduler.operate(`${jobs.length} jobs of ${service} to the queue`, between(latencyMs), () => {
        for (const job of jobs) addOne(structuredClone(job));
      });

    const schedules = createSchedules({
      pool,
      log,
      openQueue: () => ({
        async add(name, data, { jobId = '', attempts = 1, backoff } = {}) {
          const backoffMs = typeof backoff === 'object' ? Number(backoff.delay) : 0;
          addOne({ name, id: jobId, data, attempts, backoffMs, delayMs: 0 });
        },
      }),
    });

    function retryFailed(id: string): boolean {
      const job = store.jobs.get(id);
      if (job?.state !== 'failed') return false;
      Object.assign(job, { state: 'waiting', made: 0 });
      plan(service, store, job, 0);
      return true;
    }

    const queues: Queues = {
      add,
      async addLost(jobs) {
        await add(jobs);
        return jobs
          .map(({ id }) => id)
          .filter((id) => ['completed', 'failed'].includes(store.jobs.get(id)?.state ?? ''));
      },
      async work(jobHandlers, list = []) {
        const handlers = new Map(jobHandlers.map((handler) => [handler.definition.name, handler]));
        if (handlers.size > 0) {
          await schedules.start(list);
          store.schedules = list;
          const inContext = AsyncLocalStorage.snapshot();
          const runJob = runnerOf(handlers, schedules.recordRun);
          worker = { run: (job) => inContext(runJob, job), life: currentLife() };
          store.workers.push(worker);
        }
        return { isHealthy: () => true, stop };
      },
      answers: async () => true,
      async count() {
        const counts = { waiting: 0, active: 0, delayed: 0, failed: 0, completed: 0 };
        for (const { state } of store.jobs.values()) counts[state] += 1;
        return counts;
      },
      listFailed: async () =>
        [...store.jobs.values()]
          .filter(({ state }) => state === 'failed')
          .map(({ id, reason, made, endedAt }) => ({
            id,
            reason,
            attempts: made,
            failedAt: new Date(endedAt).toISOString(),
          })),
      retry: async (definition: JobDefinition, jobId) => retryFailed(jobIdOf(definition, jobId)),
      retryFailed: async (id) => retryFailed(id),
      listSchedules: schedules.list,
      changeSchedule: schedules.change,
      close: stop,
    };
    return queues;
  };

  const listAll = () =>
    [...stores].flatMap(([service, { jobs }]) => [...jobs.values()].map((job) => ({ service, ...job })));
  return {
    open,
    listSchedules: () =>
      [...stores].flatMap(([service, { schedules }]) => schedules.map((schedule) => ({ service, schedule }))),
    listFailed: () => listAll().filter(({ state }) => state === 'failed'),
    drop(life) {
      for (const [service, store] of stores) {
        store.workers = store.workers.filter((worker) => worker.life !== life);
        for (const [job, worker] of store.active) {
          if (worker !== life) continue;
          store.active.delete(job);
          if (job.state !== 'active') continue;
          job.state = 'waiting';
          plan(service, store, job, stalledMs);
        }
      }
    },
    save() {
      const isStored = ({ state, endedAt }: Job) => state !== 'completed' || endedAt > Date.now() - completedMs;
      return new Map([...stores].map(([service, { jobs }]) => [service, [...jobs.values()].filter(isStored)]));
    },
    listOpen: () =>
      listAll()
        .filter(({ state }) => state === 'waiting' || state === 'active')
        .map(({ id }) => id),
  };
}
