import type { ReplyOf, RouteDefinition } from '@xrp-bridge/contracts/define';
import { beginCall, timeoutHeader } from './current-call.ts';
import type { Answer, Door, Sent } from './door.ts';
import { ProblemError } from './errors.ts';
import { asTexts, fromProblem, type ServiceClient } from './http-client.ts';
import { withTimeout } from './timeout.ts';

/**
 * A typed client for a service that runs in this process. Its calls have deadlines like those by HTTP, but none is made twice:
 * nothing is lost on the way, and there is no other instance to ask.
 */
export function createDirectClient(options: { service: string; door: Door; timeoutMs?: number }): ServiceClient {
  const { service, door, timeoutMs = 10_000 } = options;

  async function ask(route: RouteDefinition, { headers, ...sent }: Sent): Promise<Answer> {
    const leftMs = beginCall(timeoutMs);
    return await inTime(door.ask(route, { ...sent, headers: { ...headers, [timeoutHeader]: String(leftMs) } }), leftMs);
  }

  return {
    async call(route, input = {}) {
      const { params, query, body } = input;
      const answer = await ask(route, { params: asTexts(params), query: asTexts(query), body });
      if (answer.status >= 400) throw fromProblem(answer.body, service);
      return answer.body as ReplyOf<typeof route>;
    },
    forward: (route, bytes, headers) => ask(route, { body: bytes, headers }),
    async ready() {
      try {
        return await inTime(door.ready(), timeoutMs);
      } catch {
        return { ok: false, body: { service } };
      }
    },
    async close() {},
  };
}

/** @throws ProblemError service_unavailable when the time is up */
function inTime<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  return withTimeout(work, timeoutMs, () => {
    const cause = new Error(`no answer within ${timeoutMs} ms`);
    return new ProblemError('service_unavailable', undefined, { cause });
  });
}
