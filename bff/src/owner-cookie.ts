import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from '@xrp-bridge/runtime';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

export interface OwnerCookie {
  /** Reads or makes the secret that signs the cookie; to be awaited before the rest is used. */
  load(): Promise<void>;
  /** Makes the browser that asked the owner of a transfer, beside those it owns already. */
  give(request: FastifyRequest, reply: FastifyReply, transferId: string): void;
  /** Whether the browser that asks owns the transfer. What a cookie says of one alone is taken into the one of all. */
  isHeldBy(request: FastifyRequest, reply: FastifyReply, transferId: string): boolean;
  /** The transfers that the browser that asks owns. */
  list(request: FastifyRequest): string[];
}

const name = 'owner';
// Unpaid transfers expire after 30 days; a paid one may be finished much later, from the same browser.
const maxAgeSeconds = 180 * 24 * 3600;
/** The page of a new transfer reads it at once. */
const aloneSeconds = 600;
/** Browsers send it with every call: 20 ids are 470 bytes. Whoever loses the 21st opens it by the link in the mail. */
const mostTransfers = 20;

/**
 * The cookie that lets a browser see and change its transfers: their ids, newest first, signed. Nothing is stored per
 * transfer, and one secret in the database keeps it valid over restarts and between instances.
 */
export function createOwnerCookie(db: Kysely<Tables>, { secure }: { secure: boolean }): OwnerCookie {
  const attributes = { httpOnly: true, sameSite: 'lax', secure } as const;
  let secret: KeyObject | undefined;

  function sign(text: string): string {
    if (!secret) throw new Error('The owner cookie’s secret is not loaded');
    return createHmac('sha256', secret).update(text).digest('base64url');
  }

  /** The transfers of a cookie that we signed; none of any other. */
  function readHeld(request: FastifyRequest): string[] {
    const [packed = '', signature = ''] = (readCookie(request, name) ?? '').split('.');
    if (!packed || !isSame(signature, sign(`${name}:${packed}`))) return [];
    return Buffer.from(packed, 'base64url').toString('hex').match(/.{32}/g) ?? [];
  }

  function add(request: FastifyRequest, reply: FastifyReply, transferId: string): void {
    const held = [transferId, ...readHeld(request).filter((id) => id !== transferId)].slice(0, mostTransfers);
    const packed = Buffer.from(held.join(''), 'hex').toString('base64url');
    reply.setCookie(name, `${packed}.${sign(`${name}:${packed}`)}`, {
      ...attributes,
      path: '/api',
      maxAge: maxAgeSeconds,
    });
  }

  /**
   * Of two answers in the same instant the later one wins, and would lose the transfer of the other: each has a cookie of
   * its own for a while, sent with the calls below its own address only.
   */
  function give(request: FastifyRequest, reply: FastifyReply, transferId: string): void {
    add(request, reply, transferId);
    const path = `/api/transfers/${transferId}`;
    reply.setCookie(`${name}_${transferId}`, sign(transferId), { ...attributes, path, maxAge: aloneSeconds });
  }

  /** Two pages may do this at once, too: the cookie stays. Until June 2027 browsers hold such that last for 180 days. */
  function takeIn(request: FastifyRequest, reply: FastifyReply, transferId: string): boolean {
    if (!isSame(readCookie(request, `${name}_${transferId}`) ?? '', sign(transferId))) return false;
    add(request, reply, transferId);
    return true;
  }

  return {
    async load() {
      await db
        .insertInto('secret')
        .values({ name: 'owner-cookie', value: randomBytes(32) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const row = await db
        .selectFrom('secret')
        .select('value')
        .where('name', '=', 'owner-cookie')
        .executeTakeFirstOrThrow();
      secret = createSecretKey(row.value);
    },
    give,
    isHeldBy: (request, reply, transferId) =>
      readHeld(request).includes(transferId) || takeIn(request, reply, transferId),
    list: readHeld,
  };
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Cookies are parsed only where one is needed: most calls need none. */
export function readCookie(request: FastifyRequest, cookie: string): string | undefined {
  const { cookie: sent } = request.headers;
  return sent ? request.server.parseCookie(sent)[cookie] : undefined;
}
