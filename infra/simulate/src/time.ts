import { syncBuiltinESMExports } from 'node:module';
import perfHooks from 'node:perf_hooks';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';
import { currentLife, type Scheduler } from './scheduler.ts';

/**
 * Shortest pause between two runs of background work, such as the polls of a relay.
 * A timer may be late on a busy machine, and no customer waits for background work. With the product's own pauses of a
 * second, most statements of a simulated day would be polls that find nothing.
 */
const backgroundMs = 300_000;
/** Shortest pause between two polls. A shorter pause is a part of other work. */
const pollMs = 1_000;
/** Maximum delay of any other timer of the product. */
const lateMs = 2;
/** Node's limit: a longer timer runs after 1 ms. */
const longestMs = 2 ** 31 - 1;

/** A timer of the simulated process. */
class SimulatedTimer {
  #begin: () => () => void;
  #cancel: () => void;

  constructor(begin: () => () => void) {
    this.#begin = begin;
    this.#cancel = begin();
  }

  cancel(): void {
    this.#cancel();
  }

  refresh(): this {
    this.#cancel();
    this.#cancel = this.#begin();
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  close(): this {
    this.#cancel();
    return this;
  }

  [Symbol.dispose](): void {
    this.#cancel();
  }
}

/**
 * Replaces the clock and the timers of this process by the scheduler's.
 * @returns a function that restores the timers, for work after the simulation
 */
export function installTime(scheduler: Scheduler): () => void {
  const { setTimeout: realTimeout, clearTimeout: realClear } = globalThis;
  const realSleep = timersPromises.setTimeout;
  const { random, schedule } = scheduler;
  /** Returns the time of the running instance's clock. */
  const nowMs = () => {
    const nowUs = scheduler.nowUs();
    return Math.floor((currentLife()?.clockUs(nowUs) ?? nowUs) / 1_000);
  };
  const startedUs = scheduler.nowUs();

  function delayOf(ms: unknown, isBackground: boolean): number {
    const given = Number(ms);
    const delayMs = given >= 1 && given <= longestMs ? Math.trunc(given) : 1;
    if (!currentLife()) return delayMs;
    return isBackground
      ? Math.max(delayMs, random.between(1, 1.2) * backgroundMs)
      : delayMs + random.between(0, lateMs);
  }

  // biome-ignore lint/suspicious/noExplicitAny: any function may be a callback
  type Callback = (...given: any[]) => unknown;

  const setTimeout = (run: Callback, ms?: number, ...given: unknown[]) =>
    new SimulatedTimer(() => schedule(`timer of ${ms ?? 1} ms`, delayOf(ms, false), () => void run(...given)));

  const setInterval = (run: Callback, ms?: number, ...given: unknown[]) => {
    const repeat = () => {
      timer.refresh();
      void run(...given);
    };
    const timer: SimulatedTimer = new SimulatedTimer(() =>
      schedule(`timer of every ${ms ?? 1} ms`, delayOf(ms, true), repeat),
    );
    return timer;
  };

  const setImmediate = (run: Callback, ...given: unknown[]) =>
    new SimulatedTimer(() => schedule('immediate', 0, () => void run(...given)));

  const clear = (timer: unknown) => {
    if (timer instanceof SimulatedTimer) timer.cancel();
  };

  const sleep = <Value>(
    ms?: number,
    value?: Value,
    { signal, ref = true }: { signal?: AbortSignal; ref?: boolean } = {},
  ): Promise<Value> =>
    new Promise((resolve, reject) => {
      const abort = () => {
        cancel();
        reject(new DOMException('The operation was aborted', 'AbortError'));
      };
      const end = () => {
        signal?.removeEventListener('abort', abort);
        resolve(value as Value);
      };
      const cancel = schedule(`pause of ${ms ?? 1} ms`, delayOf(ms, !ref && Number(ms) >= pollMs), end);
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });

  Object.defineProperty(setTimeout, promisify.custom, { value: sleep });
  const replaced = {
    setTimeout,
    setInterval,
    setImmediate,
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };
  Object.assign(globalThis, replaced);
  Object.assign(timers, replaced);
  Object.assign(timersPromises, {
    setTimeout: sleep,
    setImmediate: <Value>(value?: Value) => scheduler.operate('immediate', 0, () => value),
  });

  globalThis.Date = new Proxy(Date, {
    construct: (target, given, created) => Reflect.construct(target, given.length === 0 ? [nowMs()] : given, created),
    apply: (target) => new target(nowMs()).toString(),
    get: (target, name, receiver) => (name === 'now' ? nowMs : Reflect.get(target, name, receiver)),
  });
  performance.now = () => (scheduler.nowUs() - startedUs) / 1_000;
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), ms);
    return controller.signal;
  };
  // The load gate sheds calls while the real event loop is busy, which depends on this machine.
  const idleLoop = { count: 0, mean: 0, enable: () => true, disable: () => true, reset: () => undefined };
  Object.assign(perfHooks, { monitorEventLoopDelay: () => idleLoop });
  syncBuiltinESMExports();
  return () => {
    Object.assign(globalThis, { setTimeout: realTimeout, clearTimeout: realClear });
    Object.assign(timersPromises, { setTimeout: realSleep });
    syncBuiltinESMExports();
  };
}
