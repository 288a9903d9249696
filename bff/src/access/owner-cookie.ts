import type { FastifyReply, FastifyRequest } from '@xrp-bridge/runtime';
import { createKeyring, type Signed, type SigningKeyKind } from '@xrp-bridge/runtime/signing-keys';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The prefix of every cookie's name: `__Host-` over https, else empty.
     * With `__Host-` browsers refuse the cookie from any other host, including subdomains, and without `Secure` and
     * `Path=/` (https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Set-Cookie#cookie_prefixes).
     */
    cookiePrefix: string;
  }
}

/** A signed cookie with the ids (128 bits each) that a browser holds. */
export interface IdCookie {
  /** Adds ids to the caller's cookie and extends the cookie's lifetime. */
  give(request: FastifyRequest, reply: FastifyReply, ...ids: string[]): Promise<void>;
  /**
   * Returns whether the caller's cookies hold the id.
   * If only the id's separate cookie holds the id, adds the id to the common cookie.
   */
  isHeldBy(request: FastifyRequest, reply: FastifyReply, id: string): Promise<boolean>;
  /** Lists the ids in the caller's cookies, newest first. */
  list(request: FastifyRequest): Promise<string[]>;
}

interface IdCookieKind {
  name: string;
  key: SigningKeyKind;
  maxAgeSeconds: number;
  /**
   * Lifetime of the separate cookie that each id gets.
   * A separate cookie is needed because the later of two parallel responses overwrites the common cookie.
   */
  aloneSeconds: number;
}

/** The ids from a request's cookies whose signatures are valid. */
interface Held {
  ids: string[];
  /** Ids that have a separate cookie. */
  alone: string[];
  /**
   * True if the previous key signed the common cookie.
   * The cookie must be signed again before the next key rotation.
   */
  isReplaced: boolean;
}

export const ownerKey: SigningKeyKind = { name: 'owner-cookie', accepts: 'previous' };
export const conciergeKey: SigningKeyKind = { name: 'concierge-cookie', accepts: 'previous' };

const daySeconds = 24 * 3600;

/** The cookie with the transfers that a browser owns. */
const ownerCookie: IdCookieKind = {
  name: 'owner',
  key: ownerKey,
  // Unpaid transfers expire after 30 days, but a customer may finish a paid transfer much later.
  maxAgeSeconds: 180 * daySeconds,
  // The page of a new transfer reads the cookie immediately, so a short lifetime is enough.
  aloneSeconds: 600,
};

/**
 * The cookie with the browser's concierge orders.
 * On each call, the payment service returns the access that these orders grant.
 */
const conciergeCookie: IdCookieKind = {
  name: 'concierge',
  key: conciergeKey,
  // Browsers limit a cookie's lifetime to 400 days. Each visit extends it.
  maxAgeSeconds: 400 * daySeconds,
  // Two days are needed, because a customer may pay on the provider's hosted page a day later.
  aloneSeconds: 2 * daySeconds,
};

/**
 * Maximum number of ids in the cookie.
 * 20 ids are about 470 bytes, which the browser sends with every call. The customer can open older orders with the link
 * in their mails.
 */
const mostIds = 20;

export function createOwnerCookie(db: Kysely<Tables>, options: { secure: boolean }): IdCookie {
  return createIdCookie(db, ownerCookie, options);
}

export function createConciergeCookie(db: Kysely<Tables>, options: { secure: boolean }): IdCookie {
  return createIdCookie(db, conciergeCookie, options);
}

/**
 * Creates a signed cookie for ids.
 * The database stores only the signing keys, so that all instances accept the same cookies.
 */
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
    // An id's separate cookie stays after the id was added to the common cookie, because a parallel response may
    // replace the common cookie with one that lacks the id.
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

/** Parses the cookies only on demand, because most calls need no cookie. */
export function readCookie(request: FastifyRequest, cookie: string): string | undefined {
  return readCookies(request)[request.server.cookiePrefix + cookie];
}

function readCookies(request: FastifyRequest): Record<string, string | undefined> {
  const { cookie } = request.headers;
  return cookie ? request.server.parseCookie(cookie) : {};
}
