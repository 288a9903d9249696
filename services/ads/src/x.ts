import type { ReportOutcome } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { AdsSettings } from './config.ts';
import type { Answer } from './domain/post.ts';
import { createXClient, NoAnswer, type XClient, type XReply } from './x-client.ts';

/** A post on our X account. */
export interface OwnPost {
  providerId: string;
  text: string;
  at: Date;
}

/** A rate limit of X and its remaining requests. */
export interface Limit {
  limit: number;
  remaining: number;
  resetAt: string;
}

/** The X account that posts our ads. */
export interface XGateway {
  configured: boolean;
  request: XClient['request'];
  /** Sends a post once. If the response is lost, only a look-up on the account reveals the outcome. */
  post(text: string): Promise<Answer>;
  /** Sends a post and returns the raw response, for a test of the connection. @throws NoAnswer */
  sendTestPost(text: string): Promise<XReply>;
  /** Reads our account, as a raw response. @throws NoAnswer */
  readAccount(): Promise<XReply>;
  /** Reads the posts on our account since a time. @throws Error if the posts cannot be read */
  readOwnPosts(since: Date): Promise<OwnPost[]>;
  /** Returns each rate limit that this process has received from X, by route. */
  limits(): Record<string, Limit>;
}

const posted = z.object({ data: z.object({ id: z.string().min(1) }) });
const account = z.object({ data: z.object({ id: z.string().min(1) }) });
const timeline = z.object({
  data: z.array(z.object({ id: z.string(), text: z.string(), created_at: z.coerce.date() })).default([]),
});

/** X has one limit per 15 minutes and two per day: https://docs.x.com/x-api/fundamentals/rate-limits */
const limitHeaders = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour'] as const;
const limitMs = 15 * 60_000;

/**
 * Creates the gateway to X.
 * @param readTime returns the database's time, so that all hosts date posts by the same clock
 * @param report receives the outcome of each request
 */
export function createXGateway(settings: AdsSettings, readTime: () => Promise<Date>, report: ReportOutcome): XGateway {
  const client = createXClient(settings);
  const limits = new Map<string, Limit>();
  let ownId: string | undefined;

  async function send(method: 'GET' | 'POST', name: string, path: string, body?: unknown): Promise<XReply> {
    const response = client.request(method, new URL(path, settings.X_API_BASE), body);
    response.then(
      ({ status, body }) => report(status < 400 ? null : describe(status, body)),
      (error: NoAnswer) => report(error.message),
    );
    const reply = await response;
    for (const header of limitHeaders) {
      const limit = limitOf(reply.headers, header);
      if (limit) limits.set(header === 'x-rate-limit' ? name : `${name} (${header.slice(2)})`, limit);
    }
    return reply;
  }
  const sendPost = (text: string) => send('POST', 'POST /2/tweets', '/2/tweets', { text });
  const readAccount = () => send('GET', 'GET /2/users/me', '/2/users/me');

  async function findOwnId(): Promise<string> {
    ownId ??= (await read(readAccount(), account)).data.id;
    return ownId;
  }

  return {
    configured: client.configured,
    request: client.request,
    sendTestPost: sendPost,
    readAccount,
    async post(text) {
      try {
        return toAnswer(await sendPost(text), await readTime());
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
      const { data } = await read(send('GET', 'GET /2/users/:id/tweets', path), timeline);
      return data.map(({ id, text, created_at }) => ({ providerId: id, text: plainText(text), at: created_at }));
    },
    limits: () => Object.fromEntries(limits),
  };
}

/**
 * Maps a response to an answer.
 * A rate limit is `not_taken`. A duplicate, and a response that neither confirms nor refuses the post, are `unclear`.
 */
function toAnswer(reply: XReply, now: Date): Answer {
  const { status, headers, body } = reply;
  const created = posted.safeParse(body);
  if (status < 300 && created.success) return { kind: 'posted', providerId: created.data.data.id, at: now };
  const why = describe(status, body);
  if (status === 429) return { kind: 'not_taken', why, notBefore: resetOf(headers, now) };
  // X already has this text, perhaps from an attempt whose response was lost.
  if (status === 403 && /duplicate/i.test(wordsOf(body))) return { kind: 'unclear', why };
  return { kind: status >= 400 && status < 500 ? 'refused' : 'unclear', why };
}

function describe(status: number, body: unknown): string {
  return `X returned ${status}${wordsOf(body)}.`;
}

function wordsOf(body: unknown): string {
  const { detail, title } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const words = [detail, title].find((text) => typeof text === 'string') as string | undefined;
  return words ? `: ${words.slice(0, 200).replace(/\.{1,3}$/, '')}` : '';
}

async function read<Schema extends z.ZodType>(response: Promise<XReply>, schema: Schema): Promise<z.infer<Schema>> {
  const { status, body } = await response;
  if (status >= 400) throw new Error(describe(status, body));
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Error('X’s answer isn’t in the expected format.');
  return parsed.data;
}

function limitOf(headers: Headers, name: (typeof limitHeaders)[number]): Limit | null {
  const numbers = ['limit', 'remaining', 'reset'].map((what) => headers.get(`${name}-${what}`));
  const [limit, remaining, reset] = numbers.map((text) => (text && /^\d{1,12}$/.test(text) ? Number(text) : null));
  if (limit == null || remaining == null || reset == null) return null;
  return { limit, remaining, resetAt: new Date(reset * 1000).toISOString() };
}

/** Returns the time when all exhausted limits are reset; 15 minutes from now if no limit is exhausted. */
function resetOf(headers: Headers, now: Date): Date {
  const usedUp = limitHeaders
    .map((name) => limitOf(headers, name))
    .filter((limit) => limit?.remaining === 0)
    .map((limit) => Date.parse((limit as Limit).resetAt));
  return new Date(Math.max(now.getTime() + (usedUp.length === 0 ? limitMs : 0), ...usedUp));
}

/** Unescapes the three characters that X escapes in texts. */
function plainText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
