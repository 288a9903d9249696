import type { ReplyOf } from '@xrp-bridge/contracts/define';
import type { Door } from './door.ts';
import { ProblemError } from './errors.ts';
import { asTexts, fromProblem, type ServiceClient } from './http-client.ts';

/**
 * A typed client for a service that runs in this process. It keeps the deadline of a call by HTTP, but makes none twice:
 * nothing is lost on the way, and there is no other instance to ask.
 */
export function createDirectClient(options: { service: string; door: Door; timeoutMs?: number }): ServiceClient {
  const { service, door, timeoutMs = 10_000 } = options;
  return {
    async call(route, input = {}) {
      const body = input.body === undefined ? undefined : JSON.stringify(input.body);
      const sent = { params: asTexts(input.params), query: asTexts(input.query), body };
      const answer = await inTime(door.ask(route, sent), timeoutMs);
      if (answer.status >= 400) throw fromProblem(answer.body, service);
      return answer.body as ReplyOf<typeof route>;
    },
    forward: (route, bytes, headers) => inTime(door.ask(route, { body: bytes, headers }), timeoutMs),
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

/** @throws ProblemError service_unavailable when the time is up; what was begun goes on */
async function inTime<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const cause = new Error(`no answer within ${timeoutMs} ms`);
  const timer = setTimeout(() => late.reject(new ProblemError('service_unavailable', undefined, { cause })), timeoutMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
