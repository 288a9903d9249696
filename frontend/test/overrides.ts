import { HttpResponse, http, type RequestHandler } from 'msw';
import type { CallName, Reply } from '../src/lib/api/client.ts';
import { problem } from './fake-api.ts';

// Handlers for `open`. Each one overrides the fake API's response to one call of the contracts.

/** Overrides the response until `end` is called, or for one request. */
export type Override = RequestHandler & {
  end: () => void;
  /** Returns the number of requests that the handler has received. */
  requestCount: () => number;
};
type Options = { once?: boolean };
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

function override(call: CallName, respond: () => Response | Promise<undefined>, { once = false }: Options): Override {
  const [method, path = ''] = call.split(' ');
  let requestCount = 0;
  let isOver = false;
  const handler = http[method?.toLowerCase() as Method](
    path.replaceAll(/\{(\w+)\}/g, ':$1'),
    () => {
      if (isOver) return;
      requestCount++;
      return respond();
    },
    { once },
  );
  return Object.assign(handler, {
    requestCount: () => requestCount,
    end: () => {
      isOver = true;
    },
  });
}

/** Overrides the response with this body. A function returns the body for each request. */
export const reply = <Name extends CallName>(
  call: Name,
  body: Reply<Name> | (() => Reply<Name>),
  options: Options = {},
) => override(call, () => HttpResponse.json((typeof body === 'function' ? body() : body) as object), options);

type ProblemArguments = Parameters<typeof problem>;

/** Overrides the response with a problem. */
export const refusal = (
  call: CallName,
  code: ProblemArguments[0],
  { once = false, ...more }: ProblemArguments[1] & Options = {},
) => override(call, () => problem(code, more), { once });

export const networkError = (call: CallName, options: Options = {}) =>
  override(call, () => HttpResponse.error(), options);

/** Delays all responses until `end` is called. Afterwards the fake API responds. */
export function noReply(call: CallName): Override {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const pending = override(call, () => promise, {});
  const { end } = pending;
  return Object.assign(pending, {
    end: () => {
      end();
      resolve(undefined);
    },
  });
}
