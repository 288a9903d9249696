import { checkReply } from './checked-replies.ts';

// A call may still be on its way when its test ends: its answer, which is none of the next test's own, reaches nobody.

const never = new Promise(() => {});
let current = 0;

/** What is asked for from now on is the next test's; what was asked for before concerns nobody any more. */
export function endCalls(): void {
  current++;
}

/** From now on each call belongs to the test it was made in, and the answers of the page's own server are checked. */
export function ownCalls(): void {
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const own = current;
    try {
      const response = await send(request);
      if (own === current) await checkReply(request, response);
      return response;
    } finally {
      if (own !== current) await never;
    }
  };
}
