import { randomUUID } from 'node:crypto';
import { defineJob } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { newLinkEveryMs } from '../domain/notification.ts';
import { findResumeToken } from '../mail-store.ts';
import { hashToken } from '../resume-token.ts';
import { planMails } from './plan-mails.ts';

/** Plans a mail with a new link to the owner of a token's transfer. Does nothing for an unknown token. */
export async function renewLink(context: Context, token: string): Promise<void> {
  const { db, clock, transact } = context;
  const hash = hashToken(token);
  const transferId = await findResumeToken(db, hash);
  if (!transferId) return;
  // Clicks in the same period cause one mail. A click in a later period causes another mail.
  const turn = Math.floor(clock().getTime() / newLinkEveryMs);
  const id = `${transferId}-new-link-${hash.toString('hex', 0, 8)}-${turn}`;
  await transact((tx) => planMails(context, tx, [{ id, transferId, template: 'new_link', facts: {} }]));
}

export const SendResumeLink = defineJob('send-resume-link', {
  // A job that is added again after a flush of Redis has the turn of its request, so that it plans the same mail.
  // Jobs of earlier versions have no turn.
  data: z.object({ transferId: z.string(), turn: z.int().optional() }),
  attempts: 5,
  backoffMs: 2_000,
  timeoutMs: 30_000,
});

/** A requested link is sent at most once in this time: anyone with the transfer's URL may request it. */
const requestedLinkEveryMs = 15 * 60_000;

/**
 * Requests a new link by the transfer's id alone.
 * Neither the response nor its time may reveal whether an address is stored. Therefore the call only enqueues a job,
 * which does the rest.
 */
export async function requestResumeLink(context: Context, transferId: string): Promise<void> {
  const turn = turnOf(context);
  await context.transact(async (tx) => {
    context.enqueue(tx, SendResumeLink, { transferId, turn }, { jobId: `resume-link-${randomUUID()}` });
  });
}

export async function sendResumeLink(
  context: Context,
  { transferId, turn = turnOf(context) }: { transferId: string; turn?: number | undefined },
): Promise<void> {
  const id = `${transferId}-requested-link-${turn}`;
  await context.transact((tx) => planMails(context, tx, [{ id, transferId, template: 'new_link', facts: {} }]));
}

function turnOf({ clock }: Pick<Context, 'clock'>): number {
  return Math.floor(clock().getTime() / requestedLinkEveryMs);
}
