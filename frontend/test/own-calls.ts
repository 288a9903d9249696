import { HttpResponse, http, type RequestHandler } from 'msw';
import { checkReply } from './checked-replies.ts';

// A call may still be on its way when its test ends. Each carries the number of its test, so that it neither counts in
// the next one nor changes anything there; and its answer, which then is none of that test's own, reaches nobody.

const mark = 'x-test';
const never = new Promise(() => {});
let current = 0;

/** What is asked for from now on is the next test's; what was asked for before concerns nobody any more. */
export function endCalls(): void {
  current++;
}

/** From now on what the page asks its own server for says which test it comes from; streams do not, they end with it. Answers are checked. */
export function markCalls(): void {
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const own = current;
    if (new URL(request.url).origin === location.origin) request.headers.set(mark, `${own}`);
    try {
      const response = await send(request);
      if (own === current) await checkReply(request, response);
      return response;
    } finally {
      if (own !== current) await never;
    }
  };
}

/** Answers calls of earlier tests with nothing: nobody waits for it, and a worker that never answers is ended in time. */
export function ownCallsOnly(): RequestHandler {
  const own = `${current}`;
  return http.all('*/api/*', ({ request }) => {
    if ((request.headers.get(mark) ?? own) !== own) return new HttpResponse(null, { status: 204 });
  });
}
