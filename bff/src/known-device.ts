import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from '@xrp-bridge/runtime';
import type { Kysely } from 'kysely';
import { readCookie } from './owner-cookie.ts';
import type { Tables } from './tables.ts';

const cookieName = 'operator_device';
const secretName = 'operator-device';
const maxAgeSeconds = 365 * 24 * 3600;

/**
 * The device behind a request, by the cookie that an earlier sign-in left there. It opens nothing: it tells an operator
 * who mistypes from strangers who guess, so that these cannot keep him out.
 */
export async function findKnownDevice(db: Kysely<Tables>, request: FastifyRequest): Promise<string | null> {
  const [device, signature] = readCookie(request, cookieName)?.split('.') ?? [];
  if (!device || !signature) return null;
  const given = Buffer.from(signature);
  const expected = Buffer.from(await sign(db, device));
  return given.length === expected.length && timingSafeEqual(given, expected) ? device : null;
}

/** Lets the browser that signed in be known again, for a year from now. */
export async function rememberDevice(
  db: Kysely<Tables>,
  reply: FastifyReply,
  device: string | null,
  options: { secure: boolean },
): Promise<void> {
  const id = device ?? randomBytes(16).toString('base64url');
  reply.setCookie(reply.server.cookiePrefix + cookieName, `${id}.${await sign(db, id)}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: options.secure,
    maxAge: maxAgeSeconds,
  });
}

/** With a new password all devices are new. */
export async function forgetDevices(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('secret').where('name', '=', secretName).execute();
}

async function sign(db: Kysely<Tables>, device: string): Promise<string> {
  const secret = { name: secretName, value: randomBytes(32) };
  await db
    .insertInto('secret')
    .values(secret)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('secret')
    .select('value')
    .where('name', '=', secretName)
    .executeTakeFirstOrThrow();
  return createHmac('sha256', value).update(device).digest('base64url');
}
