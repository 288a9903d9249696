import type { Context } from '../context.ts';
import { newLinkEveryMs } from '../domain/notification.ts';
import { findResumeToken } from '../mail-store.ts';
import { hashToken } from '../resume-token.ts';
import { planMails } from './plan-mails.ts';

/** Plans a mail with a new link to the owner of a token's transfer. An unknown token does nothing. */
export async function renewLink(context: Context, token: string): Promise<void> {
  const { db, clock, transact } = context;
  const hash = hashToken(token);
  const transferId = await findResumeToken(db, hash);
  if (!transferId) return;
  // Clicks within two minutes cause one mail; a later click causes another.
  const turn = Math.floor(clock().getTime() / newLinkEveryMs);
  const id = `${transferId}-new-link-${hash.toString('hex', 0, 8)}-${turn}`;
  await transact((tx) => planMails(context, tx, [{ id, transferId, template: 'new_link', facts: {} }]));
}
