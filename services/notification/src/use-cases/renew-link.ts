import { randomUUID } from 'node:crypto';
import { defineJob } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { newLinkEveryMs, windowAt } from '../domain/notification.ts';
import { findResumeToken } from '../mail-store.ts';
import { hashToken } from '../resume-token.ts';
import { planMails } from './plan-mails.ts';

/** Plans a mail with a new link to the owner of a token's transfer. Does nothing for an unknown token. */
export async function renewLink(context: Context, token: string): Promise<void> {
  const { db, clock, transact } = context;
  const hash = hashToken(token);
  const transferId = await findResumeToken(db, hash);
  if (!transferId) return;
  const id = `${transferId}-new-link-${hash.toString('hex', 0, 8)}-${windowAt(clock(), newLinkEveryMs)}`;
  await transact((tx) => planMails(context, tx, [{ id, transferId, template: 'new_link', facts: {} }]));
}

export const SendResumeLink = defineJob('send-resume-link', {
  // `window` is that of the request, so that a job that runs again plans the same mail. Older jobs have none.
  data: z.object({ transferId: z.string(), window: z.int().optional() }),
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
  const window = windowAt(context.clock(), requestedLinkEveryMs);
  await context.transact(async (tx) => {
    context.enqueue(tx, SendResumeLink, { transferId, window }, { jobId: `resume-link-${randomUUID()}` });
  });
}

export async function sendResumeLink(
  context: Context,
  { transferId, window = windowAt(context.clock(), requestedLinkEveryMs) }: z.infer<typeof SendResumeLink.data>,
): Promise<void> {
  const id = `${transferId}-requested-link-${window}`;
  await context.transact((tx) => planMails(context, tx, [{ id, transferId, template: 'new_link', facts: {} }]));
}
