import type { ReplyOf } from '@xrp-bridge/contracts/define';
import type { notificationApi } from '@xrp-bridge/contracts/notification';
import type { Context } from '../context.ts';
import { phoneLinkMinutes } from '../domain/notification.ts';
import { insertResumeToken } from '../mail-store.ts';
import { createToken, hashToken } from '../resume-token.ts';
import { upsertTransfer } from '../store.ts';

/** Creates a token that makes another device an owner. The caller must be the owner already. */
export async function createPhoneLink(
  { transact, clock }: Context,
  transferId: string,
): Promise<ReplyOf<typeof notificationApi.createPhoneLink>> {
  const token = createToken();
  const now = clock();
  const expiresAt = new Date(now.getTime() + phoneLinkMinutes * 60_000);
  await transact(async (tx) => {
    // Without an e-mail address, this service may have no row for the transfer until the payment's events arrive.
    await upsertTransfer(tx, transferId, now);
    await insertResumeToken(tx, { hash: hashToken(token), transferId, expiresAt });
  });
  return { token, minutes: phoneLinkMinutes };
}
