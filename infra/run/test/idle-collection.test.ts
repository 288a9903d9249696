import { describe, expect, it } from 'vitest';
import { createIdleCollector, exposeCollection } from '../idle-collection.ts';

const mb = 1024 * 1024;

function createProcess() {
  const state = { now: 0, busy: 0, used: 60 * mb, committed: 160 * mb, collections: 0 };
  const check = createIdleCollector({
    now: () => state.now,
    readBusyShare: () => state.busy,
    readHeap: () => ({ usedBytes: state.used, committedBytes: state.committed }),
    collect() {
      state.collections++;
      state.committed = state.used;
    },
  });
  return { state, check };
}

describe('the collection of an idle process', () => {
  it('runs when the event loop is idle and the heap is far larger than its live objects', () => {
    const { state, check } = createProcess();
    expect(check()).toBe(true);
    expect(state.collections).toBe(1);
  });

  it('never runs under load, and runs when the load has ended', () => {
    const { state, check } = createProcess();
    state.busy = 0.5;
    expect(check()).toBe(false);
    state.busy = 0.01;
    expect(check()).toBe(true);
  });

  it('does not run again before the heap has grown', () => {
    const { state, check } = createProcess();
    check();
    state.now += 3_600_000;
    state.committed += 30 * mb;
    expect(check()).toBe(false);
    state.committed += 30 * mb;
    expect(check()).toBe(true);
  });

  it('runs at most once a minute', () => {
    const { state, check } = createProcess();
    check();
    state.committed += 200 * mb;
    state.now += 59_000;
    expect(check()).toBe(false);
    state.now += 1_000;
    expect(check()).toBe(true);
  });
});

it('the exposed collection removes unreachable objects', () => {
  const collect = exposeCollection();
  const garbage = new WeakRef(new Array(1_000).fill({}));
  // A WeakRef holds its target until the end of the task that created the WeakRef.
  return Promise.resolve().then(() => {
    setImmediate(collect);
    return new Promise<void>((resolve) => {
      setImmediate(() => {
        expect(garbage.deref()).toBeUndefined();
        resolve();
      });
    });
  });
});
