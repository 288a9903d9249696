import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * Replaces undici's `Agent`, with which services call each other.
 * The agents of undici share one timer in the whole process, which would end with the crash of any instance.
 * `bodyTimeout` is ignored; the signal limits the whole call.
 */
export class Agent {
  #agent = new http.Agent({ keepAlive: true });

  async request(
    options: Pick<RequestOptions, 'method' | 'headers' | 'signal'> & {
      origin: string;
      path: string;
      body: string | Buffer | null;
      headersTimeout: number;
    },
  ) {
    const { origin, path, body, headersTimeout, ...rest } = options;
    const headers = { ...rest.headers, 'content-length': Buffer.byteLength(body ?? '') };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = http.request(new URL(path, origin), { ...rest, headers, agent: this.#agent });
      const timeout = setTimeout(
        () => request.destroy(new Error('The headers did not arrive in time.')),
        headersTimeout,
      );
      request
        .on('response', (response) => {
          clearTimeout(timeout);
          resolve(response);
        })
        .on('error', reject)
        .on('close', () => clearTimeout(timeout))
        .end(body);
    });
    return { statusCode: response.statusCode, headers: response.headers, body: { text: () => text(response) } };
  }

  async destroy(): Promise<void> {
    this.#agent.destroy();
  }
}
