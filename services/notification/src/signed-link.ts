import type { MailSeries } from '@xrp-bridge/contracts/notification';
import type { Tx } from '@xrp-bridge/runtime';
import { findSigner, readSigningKeys, type SigningKeyKind, sign } from '@xrp-bridge/runtime/signing-keys';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

type Db = Kysely<Tables> | Tx<Tables>;

/** All earlier keys are accepted, because by law the unsubscribe link in any old mail must work. */
export const stopLinkKey: SigningKeyKind = { name: 'signed-links', accepts: 'all' };
/** The key that signs the links to a subscription. Each mail to a subscriber contains a new link. */
export const subscriptionLinkKey: SigningKeyKind = { name: 'subscription-links', accepts: 'previous' };

/** The purpose of a signed link. A link is not valid for another purpose. */
export type Purpose = 'subscription' | MailSeries;

const keyOf = (purpose: Purpose) => (purpose === 'subscription' ? subscriptionLinkKey : stopLinkKey);

/**
 * Signs the id in a mail's link, so that links need not be stored.
 * A link is valid for any reader of the mail, while the key that signed it is accepted.
 */
export async function signLink(db: Db, purpose: Purpose, id: string): Promise<string> {
  return `${id}.${sign(await readSigningKeys(db, keyOf(purpose)), `${purpose}:${id}`)}`;
}

/** Reads a signed link. @returns the signed id; null if the token is not signed for this purpose */
export async function readSignedLink(db: Db, purpose: Purpose, token: string): Promise<string | null> {
  const [id, signature, ...more] = token.split('.');
  if (!id || !signature || more.length > 0) return null;
  const keys = await readSigningKeys(db, keyOf(purpose));
  return findSigner(keys, { text: `${purpose}:${id}`, signature }) ? id : null;
}
