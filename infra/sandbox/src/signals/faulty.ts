import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProviderName } from '../faults.ts';
import type { World } from '../provider.ts';

/** Kinds of invalid answers of a signal source. */
export const SOURCE_LIES = [
  'html',
  'half',
  'error-text',
  'strings',
  'nan',
  'future',
  'script',
  'entities',
  'huge',
] as const;
export type SourceLie = (typeof SOURCE_LIES)[number];

const hugeBytes = 50_000_000;
const year = 366 * 86_400;
const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n};`.repeat(10)}">`).join('');

/**
 * Answers as a source with the current fault.
 * The faults are a closed connection, a delay of 20 s, an error, a rate limit, and an invalid answer.
 * @param answer returns the correct answer: an object for JSON, a string for a feed
 */
export function serveFaulty(world: World, provider: ProviderName, source: string) {
  return (answer: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      await world.faults.delay(provider, source);
      const fault = world.faults.of(provider, source);
      if (fault?.kind === 'down') {
        reply.hijack();
        request.raw.socket.destroy();
        return;
      }
      if (fault?.kind === 'error') return reply.code(500).send({ error: 'Internal Server Error' });
      if (fault?.kind === 'rate-limited')
        return reply.code(429).header('retry-after', '60').send({ error: 'Too Many Requests' });
      if (fault?.kind !== 'lying') return answer(request, reply);
      // A lying source answers with content every time, never with 304.
      delete request.headers['if-none-match'];
      return lie((fault.lie ?? 'html') as SourceLie, answer(request, reply), reply);
    };
}

function lie(kind: SourceLie, plain: unknown, reply: FastifyReply): unknown {
  const text = typeof plain === 'string' ? plain : JSON.stringify(plain);
  switch (kind) {
    case 'html':
      return reply.type('text/html').send('<!doctype html><title>Just a moment…</title><p>Checking your browser.</p>');
    case 'half':
      return reply.send(text.slice(0, text.length / 2));
    case 'error-text':
      return reply.type('text/plain').send('Please limit requests to one every 5 seconds.');
    case 'huge':
      return reply.send(text + ' '.repeat(hugeBytes));
    case 'entities':
      return reply
        .type('application/atom+xml')
        .send(
          `<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY lol0 "lol">${laughs}]><feed><entry><title>&lol9;</title></entry></feed>`,
        );
    case 'strings':
      return change(plain, (value) => (typeof value === 'number' ? String(value) : value));
    case 'nan':
      return change(plain, (value) => (typeof value === 'number' ? 'NaN' : value));
    case 'future':
      return typeof plain === 'string' ? plain.replace(/20\d\d(?=-\d\d-\d\dT)/g, nextYear) : change(plain, later);
    case 'script':
      return typeof plain === 'string'
        ? plain.replaceAll('</title>', '&lt;script&gt;alert(1)&lt;/script&gt;</title>')
        : change(plain, (value, key) =>
            key.includes('title') && typeof value === 'string' ? `${value}<script>alert(1)</script>` : value,
          );
  }
}

/** Returns a copy of a value in which `by` has replaced every primitive. */
function change(value: unknown, by: (value: unknown, key: string) => unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => change(one, by, key));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one, by, name)]));
  }
  return by(value, key);
}

/**
 * Adds a year to a time, given as milliseconds, seconds or ISO text.
 * Returns all other values unchanged.
 */
function later(value: unknown): unknown {
  if (typeof value === 'number' && value > 1e12) return value + year * 1000;
  if (typeof value === 'number' && value > 1e9) return value + year;
  if (typeof value !== 'string' || !/^20\d\d-?\d\d-?\d\dT/.test(value)) return value;
  return value.replace(/^20\d\d/, nextYear);
}

function nextYear(found: string): string {
  return String(Number(found) + 1);
}
