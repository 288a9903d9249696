/** One line for operators about each job, by the job's name. */
const jobWords: Record<string, string> = {
  // ads
  'post-when-due': 'Posts the next ad to X if posting is on and an ad is due.',
  'read-performance': 'Gets each campaign’s views, clicks, and cost from its platform.',
  reinvest: 'Sets aside half of the ad revenue for campaigns once that revenue reaches the threshold.',
  'fetch-network-ads': 'Gets the latest ads from our ad networks.',
  'make-campaign': 'Creates a campaign on its platform and leaves it paused.',
  'read-ad-reports': 'Gets each day’s earnings from the ad networks, to replace our click estimates.',
  // notification
  'send-email': 'Sends one email.',
  'send-push': 'Notifies one browser that XRP has arrived.',
  'send-alert': 'Sends one alert to an operator by email or webhook.',
  'request-briefing': 'Checks what to send operators: new problems, the morning digest, or the weekly email.',
  'send-resume-link': 'Emails a new link to the owner of a transfer.',
  'send-concierge-link': 'Emails a sign-in link to the owner of a concierge.',
  'send-overdue-mails': 'Queues emails that are due but weren’t sent.',
  'plan-missing-receipts': 'Schedules a receipt for each payment that doesn’t have one.',
  'plan-issue': 'Sets up one newsletter, with one email for each reader.',
  'delete-old-contacts': 'Deletes email addresses and messages we no longer need to keep.',
  // payment
  'settle-unsettled': 'Checks Stripe for payments that were started but not confirmed.',
  'settle-subscriptions': 'Checks Stripe for subscriptions that may have changed.',
  'repeat-unconfirmed': 'Resends each payment event until it gets through.',
  'check-accounting': 'Compares our accounting with Stripe and opens a task if they don’t match.',
  'delete-webhook-events': 'Deletes Stripe webhook records we no longer need to keep.',
  'cancel-open-payments': 'Cancels open Stripe payments for an order that was paid or closed.',
  'close-order': 'Cancels unpaid charges for a transfer we’re about to delete.',
  'end-subscription': 'Ends a subscription in Stripe.',
  // signals
  'refresh-when-due': 'Updates each market and news source that’s due.',
  'refresh-signals': 'Updates all sources right away when an operator asks.',
  'write-last-week': 'Writes the weekly newsletter.',
  'write-signals-day': 'Writes the day’s signals email.',
  // transfer
  'expire-unpaid': 'Marks a transfer as expired if it isn’t paid for within 30 days.',
  'close-expired': 'Deletes a transfer that’s still unpaid 90 days after it expired.',
  'complete-claimed': 'Completes a transfer 14 days after its owner told us the XRP arrived.',
  'end-watches': 'Stops watching the XRP network for a transfer once its time is up.',
  'confirm-payment': 'Checks each arrival on a second server of the XRP network before we count it.',
};

/** Describes a job for operators by its name or its id (`name.…`). Returns null for an unknown job. */
export function describeJob(nameOrId: string): string | null {
  const [name = ''] = nameOrId.split('.');
  return jobWords[name] ?? null;
}
