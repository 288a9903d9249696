import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from '@xrp-bridge/runtime';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

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
  /** Reads or makes the secret that signs the cookie; to be awaited before the rest is used. */
  load(): Promise<void>;
  /** Makes the browser that asked the holder of these, beside those it holds already, all for another long while. */
  give(request: FastifyRequest, reply: FastifyReply, ...ids: string[]): void;
  /** An id that the same key names again, and that nobody can guess who has not got the key. */
  idFor(key: string): string;
  /** Whether the browser that asks holds it. What a cookie says of one alone is taken into the one of all. */
  isHeldBy(request: FastifyRequest, reply: FastifyReply, id: string): boolean;
  /** What the browser that asks holds, the newest first. */
  list(request: FastifyRequest): string[];
}

interface IdCookieKind {
  name: string;
  /** Under which its secret is kept. */
  secretName: string;
  maxAgeSeconds: number;
  /** Of two answers in the same instant the later one wins: each id has a cookie of its own for so long. */
  aloneSeconds: number;
}

const daySeconds = 24 * 3600;

/** Makes a browser the owner of its transfers. */
const ownerCookie: IdCookieKind = {
  name: 'owner',
  secretName: 'owner-cookie',
  // Unpaid transfers expire after 30 days; a paid one may be finished much later, from the same browser.
  maxAgeSeconds: 180 * daySeconds,
  // The page of a new transfer reads it at once.
  aloneSeconds: 600,
};

/** Says which orders of the concierge a browser holds. Whether they give it is asked of payment, each time. */
const conciergeCookie: IdCookieKind = {
  name: 'concierge',
  secretName: 'concierge-cookie',
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

/**
 * Nothing is stored per id, and one secret in the database keeps the cookie valid over restarts and between instances.
 */
function createIdCookie(db: Kysely<Tables>, kind: IdCookieKind, { secure }: { secure: boolean }): IdCookie {
  const { name, secretName } = kind;
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  let secret: KeyObject | undefined;

  function sign(text: string): string {
    if (!secret) throw new Error(`The secret of the cookie ${name} is not loaded`);
    return createHmac('sha256', secret).update(text).digest('base64url');
  }

  /** The ids of a cookie that we signed; none of any other. */
  function readHeld(request: FastifyRequest): string[] {
    const [packed = '', signature = ''] = (readCookie(request, name) ?? '').split('.');
    if (!packed || !isSame(signature, sign(`${name}:${packed}`))) return [];
    return Buffer.from(packed, 'base64url').toString('hex').match(/.{32}/g) ?? [];
  }

  /** Those that have a cookie of their own, which we signed. */
  function readAlone(request: FastifyRequest): string[] {
    const ours = `${request.server.cookiePrefix}${name}_`;
    const ids = Object.keys(readCookies(request)).flatMap((each) =>
      each.startsWith(ours) ? each.slice(ours.length) : [],
    );
    return ids.filter((id) => /^[0-9a-f]{32}$/.test(id) && isAlone(request, id));
  }

  function isAlone(request: FastifyRequest, id: string): boolean {
    return isSame(readCookie(request, `${name}_${id}`) ?? '', sign(id));
  }

  function add(request: FastifyRequest, reply: FastifyReply, ids: readonly string[]): void {
    const held = [...new Set([...ids, ...readHeld(request), ...readAlone(request)])].slice(0, mostIds);
    const packed = Buffer.from(held.join(''), 'hex').toString('base64url');
    reply.setCookie(reply.server.cookiePrefix + name, `${packed}.${sign(`${name}:${packed}`)}`, {
      ...attributes,
      maxAge: kind.maxAgeSeconds,
    });
  }

  return {
    async load() {
      await db
        .insertInto('secret')
        .values({ name: secretName, value: randomBytes(32) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const row = await db
        .selectFrom('secret')
        .select('value')
        .where('name', '=', secretName)
        .executeTakeFirstOrThrow();
      secret = createSecretKey(row.value);
    },
    give(request, reply, ...ids) {
      add(request, reply, ids);
      for (const id of ids) {
        const own = `${reply.server.cookiePrefix}${name}_${id}`;
        reply.setCookie(own, sign(id), { ...attributes, maxAge: kind.aloneSeconds });
      }
    },
    // No signature of a cookie: these are of other texts.
    idFor: (key) =>
      Buffer.from(sign(`id of ${name}: ${key}`), 'base64url')
        .subarray(0, 16)
        .toString('hex'),
    /** Two pages may do this at once, too: the cookie stays. Until June 2027 browsers hold such that last for 180 days. */
    isHeldBy(request, reply, id) {
      if (readHeld(request).includes(id)) return true;
      if (!isAlone(request, id)) return false;
      add(request, reply, [id]);
      return true;
    },
    list: (request) => [...new Set([...readHeld(request), ...readAlone(request)])],
  };
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Cookies are parsed only where one is needed: most calls need none. */
export function readCookie(request: FastifyRequest, cookie: string): string | undefined {
  return readCookies(request)[request.server.cookiePrefix + cookie];
}

function readCookies(request: FastifyRequest): Record<string, string | undefined> {
  const { cookie: sent } = request.headers;
  return sent ? request.server.parseCookie(sent) : {};
}
