import { expect, it } from 'vitest';
import { createRandom } from '../../simulate/src/random.ts';
import { type Fault, planFaults } from './plan.ts';

const faults = ['killed', 'frozen', 'cut off', 'full'].map(
  (name): Fault => ({ name, seconds: [10, 20], begin: async () => {}, end: async () => {} }),
);
const plan = (seed: string) => planFaults(createRandom(seed), faults, 3);

it('plans each fault once a round, for a time within its limits', () => {
  const turns = plan('1');
  for (let round = 0; round < 3; round++) {
    const names = turns.slice(round * faults.length, (round + 1) * faults.length).map(({ fault }) => fault.name);
    expect(names.toSorted()).toEqual(faults.map(({ name }) => name).toSorted());
  }
  for (const { forMs } of turns) expect(forMs >= 10_000 && forMs <= 20_000).toBe(true);
});

it('repeats the plan of a seed, and orders the faults of another seed differently', () => {
  const namesOf = (seed: string) => plan(seed).map(({ fault }) => fault.name);
  expect(plan('1')).toEqual(plan('1'));
  expect(namesOf('2')).not.toEqual(namesOf('1'));
});
