import http from 'node:http';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each route has an answer of its own shape
  body: any;
}

export interface Browser {
  /** Sends a request with the stored cookies. URLSearchParams are sent as a form, other bodies as JSON. */
  send(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/**
 * Creates an HTTP client with a cookie jar. Each request has its own connection.
 * @param timeoutMs a request without a complete answer ends after this time, and rejects; no limit if missing
 */
export function createBrowser(timeoutMs?: number): Browser {
  const cookies = new Map<string, string>();
  return {
    send: (method, url, body, headers = {}) =>
      new Promise((resolve, reject) => {
        const isForm = body instanceof URLSearchParams;
        const text = body === undefined ? '' : isForm ? body.toString() : JSON.stringify(body);
        const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
        const request = http.request(url, {
          method,
          agent: false,
          ...(timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) }),
          headers: {
            ...(body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
            ...(cookies.size > 0 ? { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } : {}),
            ...headers,
          },
        });
        request.on('error', reject).on('response', (response) => {
          for (const cookie of response.headers['set-cookie'] ?? []) {
            const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
            cookies.set(name, value);
          }
          const chunks: Buffer[] = [];
          response
            .on('data', (chunk) => chunks.push(chunk))
            .on('error', reject)
            .on('end', () => {
              const answer = Buffer.concat(chunks).toString();
              const isJson = /json/.test(response.headers['content-type'] ?? '');
              try {
                resolve({ status: response.statusCode ?? 0, body: isJson && answer ? JSON.parse(answer) : answer });
              } catch (error) {
                reject(error);
              }
            });
        });
        request.end(text);
      }),
  };
}
