import type { Note } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { AdsSettings } from './config.ts';
import type { Answer } from './domain/post.ts';
import { createXClient, NoAnswer, type XClient, type XReply } from './x-client.ts';

/** A post as it stands on our account. */
export interface OwnPost {
  providerId: string;
  text: string;
  at: Date;
}

/** What X says is left of a limit. */
export interface Limit {
  limit: number;
  remaining: number;
  resetAt: string;
}

/** X, as the account that our ads are posted by. */
export interface XGateway {
  configured: boolean;
  ask: XClient['ask'];
  /** Posts a text. It is sent once: what became of it if no answer came can only be looked up. */
  post(text: string): Promise<Answer>;
  /** The raw answer to a post, for whoever tries the connection. @throws NoAnswer */
  tryPost(text: string): Promise<XReply>;
  /** Who we are there, raw. @throws NoAnswer */
  readAccount(): Promise<XReply>;
  /** What our account shows since then. @throws Error when it cannot be read */
  readOwnPosts(since: Date): Promise<OwnPost[]>;
  /** What is left of each limit, as far as X has said it to this process. */
  limits(): Record<string, Limit>;
}

const posted = z.object({ data: z.object({ id: z.string().min(1) }) });
const account = z.object({ data: z.object({ id: z.string().min(1) }) });
const timeline = z.object({
  data: z.array(z.object({ id: z.string(), text: z.string(), created_at: z.coerce.date() })).default([]),
});

/** A limit of 15 minutes, and two of a day (https://docs.x.com/x-api/fundamentals/rate-limits). */
const limitHeaders = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour'] as const;
const limitMs = 15 * 60_000;

/**
 * @param readTime returns the database's time, which dates posts whichever host sends them
 * @param note is told how X did, each time that it is asked
 */
export function createXGateway(settings: AdsSettings, readTime: () => Promise<Date>, note: Note): XGateway {
  const client = createXClient(settings);
  const limits = new Map<string, Limit>();
  let ownId: string | undefined;

  async function ask(method: 'GET' | 'POST', name: string, path: string, body?: unknown): Promise<XReply> {
    const asked = client.ask(method, new URL(path, settings.X_API_BASE), body);
    asked.then(
      ({ status, body }) => note(status < 400 ? null : describe(status, body)),
      (error: NoAnswer) => note(error.message),
    );
    const reply = await asked;
    for (const header of limitHeaders) {
      const limit = limitOf(reply.headers, header);
      if (limit) limits.set(header === 'x-rate-limit' ? name : `${name} (${header.slice(2)})`, limit);
    }
    return reply;
  }
  const tryPost = (text: string) => ask('POST', 'POST /2/tweets', '/2/tweets', { text });
  const readAccount = () => ask('GET', 'GET /2/users/me', '/2/users/me');

  async function findOwnId(): Promise<string> {
    ownId ??= (await read(readAccount(), account)).data.id;
    return ownId;
  }

  return {
    configured: client.configured,
    ask: client.ask,
    tryPost,
    readAccount,
    async post(text) {
      try {
        return understand(await tryPost(text), await readTime());
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        return error.sent
          ? { kind: 'unclear', why: error.message }
          : { kind: 'not_taken', why: error.message, notBefore: null };
      }
    },
    async readOwnPosts(since) {
      const query = new URLSearchParams({
        'tweet.fields': 'created_at',
        start_time: `${since.toISOString().slice(0, 19)}Z`,
        max_results: '100',
        exclude: 'retweets',
      });
      const path = `/2/users/${encodeURIComponent(await findOwnId())}/tweets?${query}`;
      const { data } = await read(ask('GET', 'GET /2/users/:id/tweets', path), timeline);
      return data.map(({ id, text, created_at }) => ({ providerId: id, text: plainText(text), at: created_at }));
    },
    limits: () => Object.fromEntries(limits),
  };
}

/** What an answer to a post means. What is neither a yes nor a no may be either. */
function understand(reply: XReply, now: Date): Answer {
  const { status, headers, body } = reply;
  const taken = posted.safeParse(body);
  if (status < 300 && taken.success) return { kind: 'posted', providerId: taken.data.data.id, at: now };
  const why = describe(status, body);
  if (status === 429) return { kind: 'not_taken', why, notBefore: resetOf(headers, now) };
  // It has this text already: perhaps from the try whose answer got lost.
  if (status === 403 && /duplicate/i.test(wordsOf(body))) return { kind: 'unclear', why };
  return { kind: status >= 400 && status < 500 ? 'refused' : 'unclear', why };
}

function describe(status: number, body: unknown): string {
  return `X answered ${status}${wordsOf(body)}.`;
}

function wordsOf(body: unknown): string {
  const { detail, title } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const words = [detail, title].find((text) => typeof text === 'string') as string | undefined;
  return words ? `: ${words.slice(0, 200).replace(/\.{1,3}$/, '')}` : '';
}

async function read<Schema extends z.ZodType>(asked: Promise<XReply>, schema: Schema): Promise<z.infer<Schema>> {
  const { status, body } = await asked;
  if (status >= 400) throw new Error(describe(status, body));
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Error('X answered something else than was asked.');
  return parsed.data;
}

function limitOf(headers: Headers, name: (typeof limitHeaders)[number]): Limit | null {
  const numbers = ['limit', 'remaining', 'reset'].map((what) => headers.get(`${name}-${what}`));
  const [limit, remaining, reset] = numbers.map((text) => (text && /^\d{1,12}$/.test(text) ? Number(text) : null));
  if (limit == null || remaining == null || reset == null) return null;
  return { limit, remaining, resetAt: new Date(reset * 1000).toISOString() };
}

/** When there is something left again of every limit that is used up. */
function resetOf(headers: Headers, now: Date): Date {
  const usedUp = limitHeaders
    .map((name) => limitOf(headers, name))
    .filter((limit) => limit?.remaining === 0)
    .map((limit) => Date.parse((limit as Limit).resetAt));
  return new Date(Math.max(now.getTime() + (usedUp.length === 0 ? limitMs : 0), ...usedUp));
}

/** X escapes three characters in texts that it gives out. */
function plainText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
