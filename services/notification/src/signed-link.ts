import type { MailSeries } from '@xrp-bridge/contracts/notification';
import type { Tx } from '@xrp-bridge/runtime';
import { findSigner, readSigningKeys, type SigningKeyKind, sign } from '@xrp-bridge/runtime/signing-keys';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

type Db = Kysely<Tables> | Tx<Tables>;

/** Accepts all replaced keys: by law the link in any mail, however old, ends its series. It opens nothing else. */
export const stopLinkKey: SigningKeyKind = { name: 'signed-links', accepts: 'all' };
/** Signs the links that open a subscription, which gets a mail with a new one every day. */
export const subscriptionLinkKey: SigningKeyKind = { name: 'subscription-links', accepts: 'previous' };

/** What a signed link is for: one purpose's opens nothing of another's. */
export type Purpose = 'subscription' | MailSeries;

const keyOf = (purpose: Purpose) => (purpose === 'subscription' ? subscriptionLinkKey : stopLinkKey);

/**
 * Signs what a link in a mail is about. Every mail carries one that works for as long as there is something to end, so
 * that none of them is kept: whoever has the mail may press it.
 */
export async function signLink(db: Db, purpose: Purpose, id: string): Promise<string> {
  return `${id}.${sign(await readSigningKeys(db, keyOf(purpose)), `${purpose}:${id}`)}`;
}

/** @returns what the link is about; null when we have not signed it for this purpose */
export async function readSignedLink(db: Db, purpose: Purpose, token: string): Promise<string | null> {
  const [id, signature, ...more] = token.split('.');
  if (!id || !signature || more.length > 0) return null;
  const keys = await readSigningKeys(db, keyOf(purpose));
  return findSigner(keys, { text: `${purpose}:${id}`, signature }) ? id : null;
}
