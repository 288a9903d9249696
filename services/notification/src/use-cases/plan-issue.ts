import { defineJob, type Tx } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Issue } from '../domain/newsletters.ts';
import type { PlannedMail } from '../domain/notification.ts';
import { findIssue, keepIssue, listSubscribers } from '../newsletter-store.ts';
import type { Tables } from '../store.ts';
import { planMails } from './plan-mails.ts';

/** So many subscribers in one transaction. */
const batchSize = 200;

export const PlanIssue = defineJob('plan-issue', {
  data: z.object({ issueId: z.string() }),
  attempts: 5,
  backoffMs: 10_000,
  timeoutMs: 600_000,
});

/** Keeps what a newsletter has to tell, and has its mails planned; told again, nothing happens. */
export async function publishIssue(context: Context, tx: Tx<Tables>, issue: Issue): Promise<void> {
  if (!(await keepIssue(tx, issue, context.clock()))) return;
  context.enqueue(tx, PlanIssue, { issueId: issue.id }, { jobId: issue.id });
}

/** Plans an issue's mail to each subscriber. Begun anew after a crash, it plans none twice: the mail's id says so. */
export async function planIssue(context: Context, issueId: string): Promise<void> {
  const { db, transact } = context;
  const issue = await findIssue(db, issueId);
  if (!issue) return;
  let last: string | null = null;
  for (;;) {
    const contactIds: string[] = await listSubscribers(db, issue.newsletter, last, batchSize);
    if (contactIds.length === 0) return;
    await transact((tx) =>
      planMails(
        context,
        tx,
        contactIds.map((contactId) => mailOf(issue, contactId)),
      ),
    );
    last = contactIds.at(-1) as string;
  }
}

function mailOf(issue: Issue, contactId: string): PlannedMail {
  return { id: `${issue.id}-${contactId}`, transferId: null, contactId, ...contentOf(issue) };
}

/** What a mail of an issue says. */
export function contentOf(issue: Issue) {
  switch (issue.newsletter) {
    case 'market':
      return { template: 'market_analysis', facts: issue.facts } as const;
    case 'alerts':
      return { template: 'deviation_alert', facts: issue.facts } as const;
    case 'signals':
      return { template: 'signals_day', facts: issue.facts } as const;
  }
}
