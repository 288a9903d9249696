import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Call {
  path: string | undefined;
  authorization: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: each test sends requests of its own shape
  body: any;
}

/** Starts a local chat/completions server. Calls hang until a test sets `answer` or `respondWith`. */
export async function startModelServer() {
  const calls: Call[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const body: unknown = JSON.parse(await text(request));
    calls.push({ path: request.url, authorization: request.headers.authorization, body });
    model.answer(response, calls.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const model = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    answer: (_response: ServerResponse, _call: number): void => {},
    /** Answers every call with this text. */
    respondWith(content: string) {
      model.answer = (response) => sendCompletion(response, content);
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return model;
}

export function sendCompletion(response: ServerResponse, content: string): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
}
