import { defineJob, type Tx } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Issue, UnusualDay } from '../domain/newsletters.ts';
import type { NewsletterContent } from '../domain/notification.ts';
import { findIssue, insertIssue, listSubscribers } from '../newsletter-store.ts';
import type { Tables } from '../tables.ts';
import { planMails } from './plan-mails.ts';

/** Number of subscribers per transaction. */
const batchSize = 200;

export const PlanIssue = defineJob('plan-issue', {
  data: z.object({
    issueId: z.string(),
    /** The ids of further alerts in the same mail. */
    others: z.array(z.string()).optional(),
  }),
  attempts: 5,
  backoffMs: 10_000,
  timeoutMs: 600_000,
});

/** Inserts an issue and enqueues the job that plans its mails. A repeated call does nothing. */
export async function publishIssue(context: Context, tx: Tx<Tables>, issue: Issue): Promise<void> {
  if (!(await insertIssue(tx, issue, context.clock()))) return;
  context.enqueue(tx, PlanIssue, { issueId: issue.id }, { jobId: issue.id });
}

/** Inserts alerts, and sends all new alerts in one mail, so that a volatile day does not flood readers. */
export async function publishAlerts(context: Context, tx: Tx<Tables>, days: readonly UnusualDay[]): Promise<void> {
  const fresh: string[] = [];
  const now = context.clock();
  for (const facts of days.toSorted((a, b) => Math.abs(b.sigma) - Math.abs(a.sigma))) {
    const id = `alert-${facts.coin}-${facts.day}`;
    if (await insertIssue(tx, { id, newsletter: 'alerts', facts }, now)) fresh.push(id);
  }
  const [issueId, ...others] = fresh;
  if (issueId) context.enqueue(tx, PlanIssue, { issueId, others }, { jobId: issueId });
}

/**
 * Plans an issue's mail to each subscriber.
 * After a crash the job runs again and plans no mail twice, because each mail has a fixed id.
 * @param others the ids of further alerts in the same mail
 */
export async function planIssue(context: Context, issueId: string, others: readonly string[] = []): Promise<void> {
  const { db, transact } = context;
  const issue = await findIssue(db, issueId);
  if (!issue) return;
  const template = templates[issue.newsletter];
  const facts = { issueIds: [issueId, ...others] };
  let last: string | null = null;
  for (;;) {
    const contactIds: string[] = await listSubscribers(db, issue.newsletter, last, batchSize);
    if (contactIds.length === 0) return;
    await transact((tx) =>
      planMails(
        context,
        tx,
        contactIds.map((contactId) => ({
          template,
          facts,
          id: `${issueId}-${contactId}`,
          transferId: null,
          contactId,
        })),
      ),
    );
    last = contactIds.at(-1) as string;
  }
}

const templates = { market: 'market_analysis', alerts: 'deviation_alert', signals: 'signals_day' } as const;

/** Returns the content of an issue's mail. @param others further alerts in the same mail */
export function contentOf(issue: Issue, others: readonly UnusualDay[] = []): NewsletterContent {
  switch (issue.newsletter) {
    case 'market':
      return { template: 'market_analysis', facts: issue.facts };
    case 'alerts':
      return { template: 'deviation_alert', facts: { ...issue.facts, others } };
    case 'signals':
      return { template: 'signals_day', facts: issue.facts };
  }
}
