import { type Answer, createBrowser } from './browser.ts';
import type { Random } from './random.ts';
import { bffUrl, operatorPassword } from './system.ts';

export const minuteMs = 60_000;
/** Number of times that a person tries again. The pauses make this two hours. */
export const mostTries = 80;

/** Probability that an operator presses a button twice. */
const twiceChance = 0.3;

/** A simulated person with a browser. */
export interface Person {
  /** Waits for a random time. */
  think(leastMs: number, mostMs: number): Promise<void>;
  /**
   * Sends a request, and tries again later while the server is down or overloaded, as people do.
   * @throws Error for an internal error of our API
   */
  send(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Calls our API. */
  call(method: string, path: string, body?: unknown): Promise<Answer>;
}

export function createPerson(random: Random): Person {
  const browser = createBrowser();
  const think = (leastMs: number, mostMs: number) =>
    new Promise<void>((resolve) => void setTimeout(resolve, random.between(leastMs, mostMs)));

  async function send(...request: Parameters<typeof browser.send>): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const answer = await browser.send(...request).catch(() => null);
      if (answer && answer.status < 500 && answer.status !== 429) return answer;
      const [method, url] = request;
      if (answer && answer.status !== 503 && url.startsWith(bffUrl)) {
        throw new Error(`${method} ${new URL(url).pathname} answered ${answer.status}`);
      }
      if (tries === mostTries) throw new Error(`${method} ${new URL(url).pathname} had no answer for hours`);
      await think(5_000, 3 * minuteMs);
    }
  }

  return { think, send, call: (method, path, body) => send(method, `${bffUrl}${path}`, body) };
}

/** A simulated person with an operator's account. */
export interface Staff extends Person {
  /** Calls our API, sometimes twice at the same time: a double click, or two tabs. */
  press(method: string, path: string, body: object): Promise<Answer>;
}

/** Creates a person who signs in as an operator when a session is needed. */
export function createStaff(random: Random): Staff {
  const person = createPerson(random);

  async function call(...request: Parameters<Person['call']>): Promise<Answer> {
    const answer = await person.call(...request);
    if (answer.status !== 401) return answer;
    const { status } = await person.call('POST', '/api/operator/session', { password: operatorPassword });
    if (status >= 400) throw new Error(`the sign-in was refused: ${status}`);
    return person.call(...request);
  }

  return {
    ...person,
    call,
    async press(method, path, body) {
      const presses = random.chance(twiceChance) ? [1, 2] : [1];
      const [answer] = await Promise.all(presses.map(() => call(method, path, body)));
      return answer as Answer;
    },
  };
}
