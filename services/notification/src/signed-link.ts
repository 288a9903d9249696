import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MailSeries } from '@xrp-bridge/contracts/notification';
import type { Tx } from '@xrp-bridge/runtime';
import type { Kysely } from 'kysely';
import type { Tables } from './store.ts';

type Db = Kysely<Tables> | Tx<Tables>;

const secretName = 'signed-links';

/** What a signed link is for: one purpose's opens nothing of another's. */
export type Purpose = 'subscription' | MailSeries;

/**
 * Signs what a link in a mail is about. Every mail carries one that works for as long as there is something to end, so
 * that none of them is kept: whoever has the mail may press it.
 */
export async function signLink(db: Db, purpose: Purpose, id: string): Promise<string> {
  return `${id}.${await sign(db, purpose, id)}`;
}

/** @returns what the link is about; null when we have not signed it for this purpose */
export async function readSignedLink(db: Db, purpose: Purpose, token: string): Promise<string | null> {
  const [id, signature, ...more] = token.split('.');
  if (!id || !signature || more.length > 0) return null;
  const given = Buffer.from(signature);
  const expected = Buffer.from(await sign(db, purpose, id));
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}

async function sign(db: Db, purpose: Purpose, id: string): Promise<string> {
  const value = (await findSecret(db)) ?? (await insertSecret(db));
  return createHmac('sha256', value).update(`${purpose}:${id}`).digest('base64url');
}

async function findSecret(db: Db): Promise<Buffer | undefined> {
  const row = db.selectFrom('secret').select('value').where('name', '=', secretName);
  return (await row.executeTakeFirst())?.value;
}

/** Inserts a new secret, unless another instance was faster. @returns the one that is stored */
async function insertSecret(db: Db): Promise<Buffer> {
  await db
    .insertInto('secret')
    .values({ name: secretName, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findSecret(db)) as Buffer;
}
