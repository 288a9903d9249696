import { createECDH } from 'node:crypto';
import type { Settings } from './context.ts';
import { findOrInsertVapidKey } from './push-store.ts';
import type { Db } from './tables.ts';

/** The key pair with which push servers recognize us (RFC 8292), as base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** Returns the keys from the settings, else the generated keys in the database. */
export async function readVapidKeys(
  db: Db,
  settings: Pick<Settings, 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY'>,
): Promise<VapidKeys> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = settings;
  if (publicKey && privateKey) return { publicKey, privateKey };
  const fresh = createECDH('prime256v1');
  fresh.generateKeys();
  const ecdh = createECDH('prime256v1');
  // The key is padded, because OpenSSL omits leading zeros.
  const stored = await findOrInsertVapidKey(db, Buffer.from(fresh.getPrivateKey('hex').padStart(64, '0'), 'hex'));
  ecdh.setPrivateKey(stored);
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: stored.toString('base64url') };
}
