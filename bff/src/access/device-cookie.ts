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
 * Returns the device id from the cookie that an earlier sign-in set.
 * The cookie grants no access. It separates the failures of an operator's device from those of attackers, so that
 * attackers cannot lock the operator out.
 */
export async function findDevice(db: Kysely<Tables>, request: FastifyRequest): Promise<string | null> {
  const [device, signature] = readCookie(request, cookieName)?.split('.') ?? [];
  if (!device || !signature) return null;
  return findSigner(await readSigningKeys(db, deviceKey), { text: device, signature }) ? device : null;
}

/** Sets the device cookie after a sign-in, for one year. */
export async function setDeviceCookie(
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

/** Invalidates the cookies of all devices, because the password was replaced. */
export async function deleteDeviceKeys(db: Kysely<Tables>): Promise<void> {
  await deleteSigningKeys(db, deviceKey);
}
