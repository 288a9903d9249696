import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

interface Edit {
  file: string;
  /** The text that the bug replaces. */
  right: string;
  wrong: string;
}

/**
 * Bugs that the simulation must find. They replace texts of the product while its modules are loaded.
 * If a second safeguard would prevent the harm, the bug replaces that one too.
 */
const plantedBugs: Record<string, readonly Edit[]> = {
  // Every handler of an event tolerates a repeated event. The receipt does, because its id is fixed.
  'skip-the-inbox': [
    {
      file: 'libs/runtime/src/messaging/inbox.ts',
      right: 'if (await insertHandled(tx, event, repairsLostCommits)) await apply(tx, event);',
      wrong: 'await insertHandled(tx, event, repairsLostCommits); await apply(tx, event);',
    },
    {
      file: 'services/notification/src/domain/notification.ts',
      right: '-receipt`,',
      wrong: '-receipt` + Math.random(),',
    },
    {
      file: 'services/notification/src/use-cases/send-mail.ts',
      right: '.find(({ id }) => id === mail.id) ?? null',
      wrong: '.map((due) => ({ ...due, id: mail.id }))[0] ?? null',
    },
  ],
  'ack-before-commit': [
    {
      file: 'libs/runtime/src/messaging/inbox.ts',
      right: 'const failure = await attempt(event, signal);',
      wrong: 'void attempt(event, signal).catch(() => undefined); const failure = undefined as Error | undefined;',
    },
  ],
  // Without the lock, a webhook and the customer's return both settle a payment. The primary key of the accounting
  // entries refuses the second one.
  'forget-a-lock': [
    {
      file: 'services/payment/src/store.ts',
      right: 'order by created_at, id for update`;',
      wrong: 'order by created_at, id`;',
    },
    {
      file: 'services/payment/src/settlement-store.ts',
      right: "transactionId: id, kind: 'sale'",
      wrong: "transactionId: id + Math.random(), kind: 'sale'",
    },
  ],
  'drop-a-cron-turn': [
    {
      file: 'libs/runtime/src/schedules.ts',
      right: 'if (turn <= now) {',
      wrong: "if (definition.name === 'settle-unsettled') continue; if (turn <= now) {",
    },
  ],
  // An instance with a slower clock runs a turn before it is due by the database's clock.
  'record-turns-too-early': [
    { file: 'libs/runtime/src/schedules.ts', right: 'greatest(now(), $2)', wrong: 'coalesce(now(), $2)' },
  ],
  'delete-webhook-events-late': [
    { file: 'services/payment/src/jobs.ts', right: 'webhookEventDays = 90', wrong: 'webhookEventDays = 900' },
  ],
  'ignore-the-cooldown': [
    {
      file: 'services/ads/src/domain/post.ts',
      right: 'last ? later(last.at, cooldownMs) : new Date(0)',
      wrong: 'last ? later(last.at, cooldownMs / 100) : new Date(0)',
    },
  ],
  // X may have accepted a post without a response. X refuses the same text again, so the next text is posted.
  'give-up-unclear-posts': [
    {
      file: 'services/ads/src/domain/post.ts',
      right: "return { status: 'unclear', why: answer.why, nextTryAt: later(now, answerMs) };",
      wrong: "return { status: 'failed', why: answer.why };",
    },
  ],
  'create-campaigns-blindly': [
    {
      file: 'services/ads/src/use-cases/make-campaign.ts',
      right: '(await platform.find(labelOf(campaign), signal).catch(onFindError))',
      wrong: '(await platform.find(labelOf(campaign), signal).then(() => null).catch(onFindError))',
    },
  ],
  'reinvest-twice': [
    {
      file: 'services/ads/src/revenue-store.ts',
      right: 'where due and reinvested_at is null $',
      wrong: 'where due $',
    },
  ],
  // The report of a network includes the clicks that an operator has confirmed.
  'count-clicks-twice': [
    {
      file: 'services/ads/src/use-cases/confirm-revenue.ts',
      right: 'cents - (await sumConfirmedClicks(tx, network, day))',
      wrong: 'cents',
    },
  ],
  // A repeated event, and a repeated job, would mail an issue again.
  'mail-an-issue-twice': [
    {
      file: 'services/notification/src/newsletter-store.ts',
      right: 'return result.numInsertedOrUpdatedRows === 1n;',
      wrong: 'return true;',
    },
    {
      file: 'services/notification/src/use-cases/plan-issue.ts',
      right: '{ jobId: issue.id }',
      wrong: '{ jobId: issue.id + Math.random() }',
    },
    {
      file: 'services/notification/src/use-cases/plan-issue.ts',
      right: '{contactId}`,',
      wrong: '{contactId}` + Math.random(),',
    },
  ],
  'ignore-unsubscribing': [
    {
      file: 'services/notification/src/newsletter-store.ts',
      right: '.set({ [newsletter]: false })',
      wrong: '.set({ [newsletter]: true })',
    },
  ],
  'skip-the-confirmation': [
    {
      file: 'services/notification/src/newsletter-store.ts',
      right: ' and confirmed_at is not null)',
      wrong: ')',
    },
  ],
  'refresh-too-rarely': [
    {
      file: 'services/signals/src/use-cases/refresh.ts',
      right: 'last.getTime() >= everyMs',
      wrong: 'last.getTime() >= 3 * everyMs',
    },
  ],
  'weigh-prices-wrongly': [
    { file: 'services/signals/src/domain/heat.ts', right: 'price: 0.5 }', wrong: 'price: 0.45 }' },
  ],
  // The webhook of a refund books the refund again.
  'refund-twice': [
    {
      file: 'services/payment/src/use-cases/refund.ts',
      right: "if (existing?.status === 'made') {",
      wrong: "if (existing?.status === 'made' && report.failed) {",
    },
    {
      file: 'services/payment/src/use-cases/refund.ts',
      right: 'transactionId: refund.id,',
      wrong: 'transactionId: refund.id + Math.random(),',
    },
    {
      file: 'services/payment/src/migrations/0001-schema.ts',
      right: 'check (refunded_cents between 0 and amount_cents)',
      wrong: '',
    },
  ],
};

/**
 * Plants a bug. Call this function before the product is loaded.
 * @throws Error if the bug is unknown, or if the product no longer has a text that the bug replaces
 */
export function plantBug(name: string): void {
  const edits = plantedBugs[name];
  if (!edits) throw new Error(`There is no bug ${name}. The bugs are ${Object.keys(plantedBugs).join(', ')}.`);
  const sources = new Map<string, string>();
  for (const { file, right, wrong } of edits) {
    const url = new URL(`../../../${file}`, import.meta.url);
    const source = sources.get(url.href) ?? readFileSync(url, 'utf8');
    if (!source.includes(right)) {
      throw new Error(`${file} no longer has the text that the bug ${name} replaces: ${right}`);
    }
    sources.set(
      url.href,
      source.replace(right, () => wrong),
    );
  }
  registerHooks({
    load(url, context, nextLoad) {
      const result = nextLoad(url, context);
      const source = sources.get(url);
      return source === undefined ? result : { ...result, source };
    },
  });
}
