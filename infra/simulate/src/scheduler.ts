import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { createRandom, type Random } from './random.ts';
import { nextTurn } from './real.ts';

/** One run of a service's instance, from its start to a crash. */
export interface Life {
  isOver: boolean;
  /** Returns the time of the instance's clock for a virtual time, in microseconds. */
  clockUs(nowUs: number): number;
}

/** A part of the simulated world: a service, the sandbox, or a customer. */
export interface Part {
  name: string;
  /** The run of the instance, if the part is one of our services. */
  life?: Life | undefined;
  /** True for a handler with a simulated bug, whose statements fail. */
  isBroken?: boolean;
}

/** The part whose code is running. */
export const parts = new AsyncLocalStorage<Part>();

/** Returns the run of the instance to which the running code belongs. */
export function currentLife(): Life | undefined {
  return parts.getStore()?.life;
}

/** A pending thing: a timer, a statement, a network packet, an event or a job. */
interface Step {
  atUs: number;
  order: number;
  what: string;
  part: Part | undefined;
  isCanceled: boolean;
  run(): unknown;
}

export interface Scheduler {
  /** Random choices of the simulator. The product's random values have their own generator. */
  random: Random;
  /** Virtual time in microseconds since 1970. */
  nowUs(): number;
  /**
   * Adds a step, which runs in the caller's asynchronous context after `delayMs` of virtual time.
   * The next step begins when this one's promise has settled and no code can continue.
   * @param what words for the trace, without private data
   * @returns a function that cancels the step
   */
  schedule(what: string, delayMs: number, run: () => unknown): () => void;
  /** Adds a step and returns its result. */
  operate<Result>(what: string, delayMs: number, run: () => Promise<Result> | Result): Promise<Result>;
  /** Adds a fact to the current step's line of the trace. */
  note(fact: string): void;
  /** Returns the life of the step that ran last or was scheduled last. */
  lastLife(): Life | undefined;
  /** Calls back once, after the next step that matches. */
  afterNext(what: RegExp, run: () => void): void;
  /** Runs steps until `work` has ended. */
  runUntil<Result>(work: Promise<Result>): Promise<Result>;
  /**
   * Runs steps until the virtual time.
   * @param isEnough called after each step; true ends the run
   */
  runTo(timeMs: number, isEnough?: (steps: number) => Promise<boolean>): Promise<void>;
  /** Stops the whole world until the virtual time. Its timers are late then, as after a machine's sleep. */
  leapTo(timeMs: number): void;
  report(): { steps: number; traceHash: string; lastSteps: readonly string[] };
}

/** Number of steps that a failed run shows. */
const shownSteps = 50;

/** Kinds of asynchronous work that end before the next step begins. */
const outsideWork = new Set(['FSReqCallback', 'FSReqPromise', 'GetAddrInfoReqWrap', 'Immediate']);

/**
 * Creates the scheduler, which is the only source of order in the simulated process.
 * One step runs at a time, in the order of virtual time. Random delays decide which pending thing is next.
 */
export function createScheduler(options: {
  seed: string;
  startAt: number;
  /** Hash of the steps before the start, which the trace's hash includes. */
  earlierHash?: string | undefined;
  onStep?: ((line: string) => void) | undefined;
}): Scheduler {
  const random = createRandom(`${options.seed} scheduler`);
  const trace = createHash('sha256').update(options.earlierHash ?? '');
  const lastSteps: string[] = [];
  const heap: Step[] = [];
  let nowUs = options.startAt * 1_000;
  let nextOrder = 0;
  let awaited: { what: RegExp; run: () => void } | undefined;
  let steps = 0;
  let lastLife: Life | undefined;
  let line = '';

  const isBefore = (one: Step, other: Step) =>
    one.atUs < other.atUs || (one.atUs === other.atUs && one.order < other.order);

  function push(step: Step): void {
    let place = heap.push(step) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!isBefore(step, heap[above] as Step)) break;
      heap[place] = heap[above] as Step;
      place = above;
    }
    heap[place] = step;
  }

  function pop(): Step | undefined {
    const [first] = heap;
    const last = heap.pop();
    if (first === last || !last) return first;
    let place = 0;
    for (;;) {
      let below = place * 2 + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1] as Step, heap[below] as Step)) below++;
      if (!isBefore(heap[below] as Step, last)) break;
      heap[place] = heap[below] as Step;
      place = below;
    }
    heap[place] = last;
    return first;
  }

  function schedule(what: string, delayMs: number, run: () => unknown): () => void {
    const inContext = AsyncLocalStorage.snapshot();
    lastLife = currentLife() ?? lastLife;
    const step: Step = {
      atUs: nowUs + Math.max(0, Math.round(delayMs * 1_000)),
      order: nextOrder++,
      what,
      part: parts.getStore(),
      isCanceled: false,
      run: () => inContext(run),
    };
    push(step);
    return () => {
      step.isCanceled = true;
    };
  }
  /** Waits until no code can continue without a further step. */
  async function settle(): Promise<void> {
    await nextTurn();
    await nextTurn();
    while (process.getActiveResourcesInfo().some((kind) => outsideWork.has(kind))) await nextTurn();
  }

  function finishLine(): void {
    trace.update(`${line}\n`);
    options.onStep?.(line);
    lastSteps.push(line);
    if (lastSteps.length > shownSteps) lastSteps.shift();
  }

  /** Runs the next step. Returns false if there is none. */
  async function runNext(): Promise<boolean> {
    let next = pop();
    // The memory of a process is lost in a crash, so none of its code runs afterwards.
    while (next && (next.isCanceled || next.part?.life?.isOver)) next = pop();
    if (!next) return false;
    nowUs = Math.max(nowUs, next.atUs);
    steps++;
    lastLife = next.part?.life ?? lastLife;
    line = `${new Date(nowUs / 1_000).toISOString()} ${nowUs % 1_000} ${next.part?.name ?? 'simulator'}: ${next.what}`;
    await next.run();
    await settle();
    finishLine();
    if (awaited?.what.test(next.what)) {
      const { run } = awaited;
      awaited = undefined;
      run();
    }
    return true;
  }

  return {
    random,
    nowUs: () => nowUs,
    schedule,
    operate: (what, delayMs, run) =>
      new Promise((resolve, reject) => {
        schedule(what, delayMs, async () => {
          try {
            resolve(await run());
          } catch (error) {
            reject(error);
          }
        });
      }),
    note(fact) {
      line += ` ${fact}`;
    },
    lastLife: () => lastLife,
    afterNext(what, run) {
      awaited = { what, run };
    },
    async runUntil(work) {
      let hasEnded = false;
      const end = () => {
        hasEnded = true;
      };
      work.then(end, end);
      await settle();
      while (!hasEnded) {
        if (await runNext()) continue;
        await settle();
        if (!hasEnded && heap.length === 0) throw new Error('The simulated world has stopped: no step is pending.');
      }
      return work;
    },
    async runTo(timeMs, isEnough) {
      while ((heap[0]?.atUs ?? Number.POSITIVE_INFINITY) <= timeMs * 1_000) {
        await runNext();
        if (await isEnough?.(steps)) return;
      }
      nowUs = Math.max(nowUs, timeMs * 1_000);
    },
    leapTo(timeMs) {
      nowUs = Math.max(nowUs, timeMs * 1_000);
    },
    report: () => ({ steps, traceHash: trace.copy().digest('hex'), lastSteps }),
  };
}
