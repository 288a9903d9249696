import { http, type RequestHandler } from 'msw';

// A call may still be on its way when its test ends. Each carries the number of its test, so that it neither counts in
// the next one nor changes anything there.

const mark = 'x-test';
let current = 0;

export function beginTest(): void {
  current++;
}

/** From now on what the page asks its own server for says which test it comes from; streams do not, they end with it. */
export function markCalls(): void {
  const send = window.fetch;
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin === location.origin) request.headers.set(mark, `${current}`);
    return send(request);
  };
}

/** Leaves calls of earlier tests without an answer: nobody waits for it. */
export function ownCallsOnly(): RequestHandler {
  const own = `${current}`;
  return http.all('*/api/*', async ({ request }) => {
    if ((request.headers.get(mark) ?? own) !== own) await new Promise(() => {});
  });
}
