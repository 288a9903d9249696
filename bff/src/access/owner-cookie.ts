import type { FastifyReply, FastifyRequest } from '@xrp-bridge/runtime';
import { createKeyring, type Signed, type SigningKeyKind } from '@xrp-bridge/runtime/signing-keys';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Begins the name of every cookie. Over https it is `__Host-`: browsers then refuse the cookie from any other host,
     * a subdomain included, and without `Secure` and `Path=/` (https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Set-Cookie#cookie_prefixes).
     */
    cookiePrefix: string;
  }
}

/** A cookie that says what a browser holds: ids of 128 bits, signed. */
export interface IdCookie {
  /** Makes the browser that asked the holder of these, beside those it holds already, all for another long while. */
  give(request: FastifyRequest, reply: FastifyReply, ...ids: string[]): Promise<void>;
  /** Whether the browser that asks holds it. What a cookie says of one alone is taken into the one of all. */
  isHeldBy(request: FastifyRequest, reply: FastifyReply, id: string): Promise<boolean>;
  /** What the browser that asks holds, the newest first. */
  list(request: FastifyRequest): Promise<string[]>;
}

interface IdCookieKind {
  name: string;
  key: SigningKeyKind;
  maxAgeSeconds: number;
  /** Of two answers in the same instant the later one wins: each id has a cookie of its own for so long. */
  aloneSeconds: number;
}

/** The signed contents of a request's cookies. */
interface Held {
  ids: string[];
  /** Ids that have a cookie of their own. */
  alone: string[];
  /** The cookie of all must be signed anew before its key is replaced once more. */
  isReplaced: boolean;
}

export const ownerKey: SigningKeyKind = { name: 'owner-cookie', accepts: 'previous' };
export const conciergeKey: SigningKeyKind = { name: 'concierge-cookie', accepts: 'previous' };

const daySeconds = 24 * 3600;

/** Makes a browser the owner of its transfers. */
const ownerCookie: IdCookieKind = {
  name: 'owner',
  key: ownerKey,
  // Unpaid transfers expire after 30 days; a paid one may be finished much later, from the same browser.
  maxAgeSeconds: 180 * daySeconds,
  // The page of a new transfer reads it at once.
  aloneSeconds: 600,
};

/** Says which orders of the concierge a browser holds. Whether they give it is asked of payment, each time. */
const conciergeCookie: IdCookieKind = {
  name: 'concierge',
  key: conciergeKey,
  // No browser keeps one for longer; each visit begins it anew.
  maxAgeSeconds: 400 * daySeconds,
  // The hosted page may be paid a day later.
  aloneSeconds: 2 * daySeconds,
};

/** Browsers send it with every call: 20 ids are 470 bytes. Whoever loses the 21st opens it by the link in the mail. */
const mostIds = 20;

export function createOwnerCookie(db: Kysely<Tables>, options: { secure: boolean }): IdCookie {
  return createIdCookie(db, ownerCookie, options);
}

export function createConciergeCookie(db: Kysely<Tables>, options: { secure: boolean }): IdCookie {
  return createIdCookie(db, conciergeCookie, options);
}

/** Nothing is stored per id: the keys in the database keep the cookie valid over restarts and between instances. */
function createIdCookie(db: Kysely<Tables>, kind: IdCookieKind, { secure }: { secure: boolean }): IdCookie {
  const { name } = kind;
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  const keyring = createKeyring(db, kind.key);

  async function read(request: FastifyRequest): Promise<Held> {
    const cookies = readCookies(request);
    const own = `${request.server.cookiePrefix}${name}`;
    const [packed = '', signature = ''] = (cookies[own] ?? '').split('.');
    const alone = Object.entries(cookies).flatMap(([each, value = '']) => {
      const id = each.startsWith(`${own}_`) ? each.slice(own.length + 1) : '';
      return /^[0-9a-f]{32}$/.test(id) ? [{ text: id, signature: value }] : [];
    });
    const all: Signed = { text: `${name}:${packed}`, signature: packed && signature };
    const [ofAll = null, ...ofAlone] = await keyring.findSigners([all, ...alone]);
    return {
      ids: ofAll ? (Buffer.from(packed, 'base64url').toString('hex').match(/.{32}/g) ?? []) : [],
      alone: alone.flatMap(({ text }, index) => (ofAlone[index] ? [text] : [])),
      isReplaced: ofAll === 'replaced',
    };
  }

  async function add(reply: FastifyReply, ids: readonly string[], { ids: before, alone }: Held): Promise<void> {
    const held = [...new Set([...ids, ...before, ...alone])].slice(0, mostIds);
    const packed = Buffer.from(held.join(''), 'hex').toString('base64url');
    reply.setCookie(reply.server.cookiePrefix + name, `${packed}.${await keyring.sign(`${name}:${packed}`)}`, {
      ...attributes,
      maxAge: kind.maxAgeSeconds,
    });
  }

  return {
    async give(request, reply, ...ids) {
      await add(reply, ids, await read(request));
      for (const id of ids) {
        const own = `${reply.server.cookiePrefix}${name}_${id}`;
        reply.setCookie(own, await keyring.sign(id), { ...attributes, maxAge: kind.aloneSeconds });
      }
    },
    /** Two pages may do this at once, too: the cookie stays. Until June 2027 browsers hold such that last for 180 days. */
    async isHeldBy(request, reply, id) {
      const held = await read(request);
      const isAmongAll = held.ids.includes(id);
      if (!isAmongAll && !held.alone.includes(id)) return false;
      if (!isAmongAll || held.isReplaced) await add(reply, isAmongAll ? [] : [id], held);
      return true;
    },
    async list(request) {
      const { ids, alone } = await read(request);
      return [...new Set([...ids, ...alone])];
    },
  };
}

/** Cookies are parsed only where one is needed: most calls need none. */
export function readCookie(request: FastifyRequest, cookie: string): string | undefined {
  return readCookies(request)[request.server.cookiePrefix + cookie];
}

function readCookies(request: FastifyRequest): Record<string, string | undefined> {
  const { cookie: sent } = request.headers;
  return sent ? request.server.parseCookie(sent) : {};
}
