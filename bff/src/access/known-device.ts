import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from '@xrp-bridge/runtime';
import {
  deleteSigningKeys,
  findSigner,
  readSigningKeys,
  type SigningKeyKind,
  sign,
} from '@xrp-bridge/runtime/signing-keys';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { readCookie } from './owner-cookie.ts';

const cookieName = 'operator_device';
const maxAgeSeconds = 365 * 24 * 3600;

export const deviceKey: SigningKeyKind = { name: 'operator-device', accepts: 'previous' };

/**
 * The device behind a request, by the cookie that an earlier sign-in left there. It opens nothing: it tells an operator
 * who mistypes from strangers who guess, so that these cannot keep him out.
 */
export async function findKnownDevice(db: Kysely<Tables>, request: FastifyRequest): Promise<string | null> {
  const [device, signature] = readCookie(request, cookieName)?.split('.') ?? [];
  if (!device || !signature) return null;
  return findSigner(await readSigningKeys(db, deviceKey), { text: device, signature }) ? device : null;
}

/** Lets the browser that signed in be known again, for a year from now. */
export async function rememberDevice(
  db: Kysely<Tables>,
  reply: FastifyReply,
  device: string | null,
  options: { secure: boolean },
): Promise<void> {
  const id = device ?? randomBytes(16).toString('base64url');
  reply.setCookie(reply.server.cookiePrefix + cookieName, `${id}.${sign(await readSigningKeys(db, deviceKey), id)}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: options.secure,
    maxAge: maxAgeSeconds,
  });
}

/** With a new password all devices are new. */
export async function forgetDevices(db: Kysely<Tables>): Promise<void> {
  await deleteSigningKeys(db, deviceKey);
}
