import { findWrongHotMeter, findWrongMarket } from './page-checks.ts';
import { createPerson, minuteMs } from './people.ts';
import { createRandom } from './random.ts';
import { parts, type Scheduler } from './scheduler.ts';

/** Number of times that a visitor reads the pages, and the pause between them. */
const readCount = 5;
const pauseMs = { least: minuteMs, most: 60 * minuteMs } as const;

/** A simulated visitor who reads the hot meter and the market. */
export interface Visitor {
  name: string;
  /** Number of coins on the last read hot meter. */
  coins: number;
  isDone: boolean;
  /** The error that ended the visit. */
  failure: string | null;
}

/** Starts visitors who check what the pages of signals show. */
export function startVisitors(options: {
  scheduler: Scheduler;
  seed: string;
  count: number;
  periodMs: number;
}): Visitor[] {
  const { scheduler, seed, count, periodMs } = options;
  return Array.from({ length: count }, (_, place) => {
    const name = `visitor ${place + 1}`;
    const random = createRandom(`${seed} ${name}`);
    const visitor: Visitor = { name, coins: 0, isDone: false, failure: null };
    const { call, think } = createPerson(random);

    async function visit(): Promise<void> {
      for (let read = 0; read < readCount; read++) {
        const { body: hotMeter } = await call('GET', '/api/hot-meter');
        const { body: market } = await call('GET', '/api/market');
        const wrong = [...findWrongHotMeter(hotMeter, Date.now()), ...findWrongMarket(market, Date.now())];
        if (wrong.length > 0) throw new Error(wrong.join(' '));
        visitor.coins = hotMeter.coins.length;
        await think(pauseMs.least, pauseMs.most);
      }
    }

    parts.run({ name }, () =>
      scheduler.schedule(`${name} comes`, random.between(0, periodMs), async () => {
        // The visit takes many steps, so this step does not wait for it.
        void visit()
          .catch((error: Error) => {
            visitor.failure = error.message;
          })
          .finally(() => {
            visitor.isDone = true;
          });
      }),
    );
    return visitor;
  });
}
