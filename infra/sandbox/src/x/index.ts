import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Provider, World } from '../provider.ts';
import { createLimits, type LIMITS } from './limits.ts';
import { readToken } from './oauth.ts';

/** Faults after X has stored the post: no answer, an error answer, or the first half of an answer. */
export const X_LIES = ['unanswered', 'error-after', 'half'] as const;

interface Post {
  id: string;
  account: string;
  text: string;
  created_at: string;
}

const LONGEST = 280;
const newPost = z.object({ text: z.string().trim().min(1) });
const timelineQuery = z.object({
  max_results: z.coerce.number().int().min(5).max(100).default(10),
  start_time: z.iso.datetime().optional(),
  'tweet.fields': z.string().optional(),
  exclude: z.string().optional(),
});

/** Creates X with /2/tweets, /2/users/me and /2/users/:id/tweets. Requests need OAuth 1.0a signatures. */
export function createX(world: World): Provider {
  const { clock, faults } = world;
  const limits = createLimits(clock);
  const nonces = new Set<string>();
  /** The posts of all accounts, newest first. */
  let posts: Post[] = [];
  let count = 0;

  type Answer = (call: { account: string; request: FastifyRequest; reply: FastifyReply }) => unknown;

  /**
   * Returns a handler that answers correctly signed requests and applies rate limits and the current
   * fault.
   */
  function serve(limit: keyof typeof LIMITS, answer: Answer) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      await faults.delay('x');
      const fault = faults.current('x');
      if (fault === 'down') return hangUp(request, reply);
      if (fault === 'error') return problem(reply, 500, 'Internal Server Error', 'Something is broken.');
      const account = readToken(request, nonces);
      if (!account) return problem(reply, 401, 'Unauthorized', 'Unauthorized');
      if (fault === 'rate-limited') limits.useUp(limit, reply);
      if (fault === 'rate-limited' || !limits.take(limit, account, reply)) {
        return problem(reply, 429, 'Too Many Requests', 'Too Many Requests');
      }
      return answer({ account, request, reply });
    };
  }

  const post: Answer = ({ account, request, reply }) => {
    const parsed = newPost.safeParse(request.body);
    if (!parsed.success) {
      return problem(reply, 400, 'Invalid Request', 'One or more parameters to your request was invalid.');
    }
    const { text } = parsed.data;
    if (weightOf(text) > LONGEST) {
      return problem(reply, 403, 'Forbidden', 'Your Tweet text is too long.');
    }
    if (posts.some((other) => other.account === account && other.text === text)) {
      return problem(reply, 403, 'Forbidden', 'You are not allowed to create a Tweet with duplicate content.');
    }
    const id = String(1_900_000_000_000_000_000n + BigInt(++count));
    posts = [{ id, account, text, created_at: new Date(clock.now()).toISOString() }, ...posts];
    const { kind, lie = X_LIES[0] } = faults.of('x') ?? {};
    if (kind === 'lying' && lie === 'unanswered') return hangUp(request, reply);
    if (kind === 'lying' && lie === 'error-after') {
      return problem(reply, 503, 'Service Unavailable', 'Service Unavailable');
    }
    if (kind === 'lying') return reply.code(201).type('application/json').send('{"data":{"edit_history_tweet_ids":["');
    return reply.code(201).send({ data: { id, text, edit_history_tweet_ids: [id] } });
  };

  const timeline: Answer = ({ account, request, reply }) => {
    if ((request.params as { id: string }).id !== idOf(account)) {
      return problem(reply, 404, 'Not Found Error', 'Could not find user.');
    }
    const query = timelineQuery.safeParse(request.query);
    if (!query.success) {
      return problem(reply, 400, 'Invalid Request', 'One or more parameters to your request was invalid.');
    }
    const { max_results, start_time = '' } = query.data;
    const since = start_time === '' ? 0 : Date.parse(start_time);
    const found = posts
      .filter((one) => one.account === account && Date.parse(one.created_at) >= since)
      .slice(0, max_results);
    if (found.length === 0) return { meta: { result_count: 0 } };
    const data = found.map(({ id, text, created_at }) => ({ id, text: escaped(text), created_at }));
    return { data, meta: { result_count: found.length, newest_id: data[0]?.id, oldest_id: data.at(-1)?.id } };
  };

  return {
    name: 'x',
    routes(app: FastifyInstance) {
      app.post('/2/tweets', serve('post', post));
      app.get(
        '/2/users/me',
        serve('me', ({ account }) => ({ data: { id: idOf(account), name: 'XRP Bridge', username: 'sandbox' } })),
      );
      app.get('/2/users/:id/tweets', serve('timeline', timeline));
    },
    state: () => ({ posts: posts.map(({ id, text, created_at }) => ({ id, text, createdAt: created_at })) }),
    save: () => ({ posts, count }),
    restore(saved: { posts: Post[]; count: number }) {
      ({ posts, count } = saved);
    },
    reset() {
      posts = [];
      nonces.clear();
      limits.reset();
    },
  };
}

/** Returns an account's numeric id. */
function idOf(account: string): string {
  return `1${[...account].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 1_000_000_007, 7)}`;
}

function hangUp(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.destroy();
}

function problem(reply: FastifyReply, status: number, title: string, detail: string): FastifyReply {
  return reply.code(status).type('application/problem+json').send({ title, detail, type: 'about:blank', status });
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Approximates the length that X counts: 23 for a link, 2 for a wide character or an emoji, else 1. */
function weightOf(text: string): number {
  const shortened = text.replace(/https?:\/\/\S+/g, '-'.repeat(23));
  return [...letters.segment(shortened)].reduce(
    (sum, { segment }) => sum + (/[^\0-\u10FF\u2000-\u200D\u2010-\u201F\u2032-\u2037]/u.test(segment) ? 2 : 1),
    0,
  );
}

/** Escapes a text as X does. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
