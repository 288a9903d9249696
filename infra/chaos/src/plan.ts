import type { Random } from '../../simulate/src/random.ts';

/** Something that can happen to a running product, and its repair. */
export interface Fault {
  name: string;
  /** Minimum and maximum number of seconds until the repair. */
  seconds: readonly [least: number, most: number];
  begin(): Promise<void>;
  /** Repairs everything. Also runs if `begin` has failed. */
  end(): Promise<void>;
}

export interface Turn {
  fault: Fault;
  /** Pause before the fault. */
  afterMs: number;
  forMs: number;
}

/** Pause between two faults, in which the product recovers at least a little. */
const pauseSeconds = [1, 6] as const;

/** Plans each fault once a round, in a random order. The same generator state returns the same plan. */
export function planFaults(random: Random, faults: readonly Fault[], rounds: number): Turn[] {
  return Array.from({ length: rounds }, () => shuffle(random, faults))
    .flat()
    .map((fault) => ({
      fault,
      afterMs: Math.round(1_000 * random.between(...pauseSeconds)),
      forMs: Math.round(1_000 * random.between(...fault.seconds)),
    }));
}

function shuffle<Item>(random: Random, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
