import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from '@xrp-bridge/runtime';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

export interface OwnerCookie {
  /** Reads or makes the secret that signs the cookies; to be awaited before the rest is used. */
  load(): Promise<void>;
  /** Makes the browser that asked the owner of a transfer. */
  give(reply: FastifyReply, transferId: string): void;
  isHeldBy(request: FastifyRequest, transferId: string): boolean;
}

// Unpaid transfers expire after 30 days; a paid one may be finished much later, from the same browser.
const maxAgeSeconds = 180 * 24 * 3600;

/**
 * The cookie that lets a browser change its transfer: the transfer's id, signed. Nothing is stored per transfer, and
 * one secret in the database keeps it valid over restarts and between instances.
 */
export function createOwnerCookie(db: Kysely<Tables>, options: { secure: boolean }): OwnerCookie {
  let secret: KeyObject | undefined;

  const nameOf = (transferId: string) => `owner_${transferId}`;
  const sign = (transferId: string) => {
    if (!secret) throw new Error('The owner cookie’s secret is not loaded');
    return createHmac('sha256', secret).update(transferId).digest('base64url');
  };

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
    give(reply, transferId) {
      reply.setCookie(nameOf(transferId), sign(transferId), {
        path: `/api/transfers/${transferId}`,
        httpOnly: true,
        sameSite: 'lax',
        secure: options.secure,
        maxAge: maxAgeSeconds,
      });
    },
    isHeldBy(request, transferId) {
      const given = Buffer.from(readCookie(request, nameOf(transferId)) ?? '');
      const expected = Buffer.from(sign(transferId));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/** Cookies are parsed only where one is needed: most calls need none. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const { cookie } = request.headers;
  return cookie ? request.server.parseCookie(cookie)[name] : undefined;
}
