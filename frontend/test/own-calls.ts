import { checkReply } from './checked-replies.ts';

// A call may still be pending when its test ends. Its promise then never settles, so that the next test cannot receive
// the response.

const never = new Promise(() => {});
let current = 0;

/** Assigns all later calls to the next test. The pending calls of the current test never settle. */
export function endCalls(): void {
  current++;
}

/** Replaces `fetch`: calls settle only in the test that made them, and responses are validated. */
export function isolateCalls(): void {
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
