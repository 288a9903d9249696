import { HttpResponse, http, type RequestHandler } from 'msw';
import type { CallName, Reply } from '../src/lib/api/client.ts';
import { problem } from './fake-api.ts';

// Handlers for `open`, each of which overrides the fake API's response to one call of the contracts.

/** Overrides the response until `end`, or once. */
export type Override = RequestHandler & { end: () => void /** How many requests it received. */; asked: () => number };
type Options = { once?: boolean };
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

function override(call: CallName, respond: () => Response | Promise<undefined>, { once = false }: Options): Override {
  const [method, path = ''] = call.split(' ');
  let asked = 0;
  let isOver = false;
  const handler = http[method?.toLowerCase() as Method](
    path.replaceAll(/\{(\w+)\}/g, ':$1'),
    () => {
      if (isOver) return;
      asked++;
      return respond();
    },
    { once },
  );
  return Object.assign(handler, {
    asked: () => asked,
    end: () => {
      isOver = true;
    },
  });
}

/** Responds with this body; a function returns the body of each request. */
export const reply = <Name extends CallName>(
  call: Name,
  body: Reply<Name> | (() => Reply<Name>),
  options: Options = {},
) => override(call, () => HttpResponse.json((typeof body === 'function' ? body() : body) as object), options);

type ProblemArguments = Parameters<typeof problem>;

/** Responds with a problem. */
export const refusal = (
  call: CallName,
  code: ProblemArguments[0],
  { once = false, ...more }: ProblemArguments[1] & Options = {},
) => override(call, () => problem(code, more), { once });

export const networkError = (call: CallName, options: Options = {}) =>
  override(call, () => HttpResponse.error(), options);

/** Responds to nothing before `end`, and then as the fake API does. */
export function noReply(call: CallName): Override {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const held = override(call, () => promise, {});
  const { end } = held;
  return Object.assign(held, {
    end: () => {
      end();
      resolve(undefined);
    },
  });
}
