/** One line for operators about each job, by the job's name. */
const jobWords: Record<string, string> = {
  // ads
  'post-when-due': 'Posts the next ad to X if the cooldown and the daily cap allow it.',
  'read-performance': 'Reads views, clicks and cost of each campaign from its platform.',
  reinvest: 'Sets half of the ad revenue aside for campaigns once it reaches the threshold.',
  'fetch-network-ads': 'Fetches the ads that the ad networks offer us.',
  'make-campaign': 'Creates one campaign at its platform, paused.',
  'read-ad-reports': 'Reads what the ad networks owe us for each day, in place of the estimates from clicks.',
  // notification
  'send-email': 'Sends one mail.',
  'send-push': 'Sends the message about an arrival to one browser.',
  'send-resume-link': 'Mails the owner of a transfer a new link to it.',
  'send-concierge-link': 'Mails the sign-in link of a concierge to its owner.',
  'send-overdue-mails': 'Queues mails that are due and were not sent.',
  'plan-missing-receipts': 'Plans the receipt of each payment that has none.',
  'plan-issue': 'Plans the mails of one newsletter issue, one per subscriber.',
  'delete-old-contacts': 'Deletes e-mail addresses and messages that are too old to keep.',
  // payment
  'settle-unsettled': 'Asks Stripe about payments that were begun and not confirmed.',
  'settle-subscriptions': 'Asks Stripe about subscriptions whose state may have changed.',
  'repeat-unconfirmed': 'Emits a payment again until its transfer has confirmed it.',
  'check-accounting': 'Compares our accounting with Stripe and opens a task where they differ.',
  'delete-webhook-events': 'Deletes records of Stripe’s webhooks that are too old to keep.',
  'cancel-open-payments': 'Cancels at Stripe what is still open for one order that was paid or closed.',
  'close-order': 'Cancels open payments of a transfer that is about to be deleted.',
  'end-subscription': 'Ends one subscription at Stripe.',
  // signals
  'refresh-when-due': 'Reads each market and news source whose turn it is.',
  'refresh-signals': 'Reads all sources at once, because an operator asked for it.',
  'write-last-week': 'Writes the newsletter about last week.',
  'write-signals-day': 'Writes the newsletter about the day’s signals.',
  // transfer
  'expire-unpaid': 'Closes transfers that were not paid in time.',
  'close-expired': 'Deletes personal data of transfers that ended long ago.',
  'complete-claimed': 'Completes transfers 14 days after the customer said that the XRP arrived.',
  'end-watches': 'Stops watching the XRP Ledger for transfers whose time is over.',
  'confirm-payment': 'Asks a second ledger server about an arrival before it counts.',
};

/** Describes a job for operators by its name or its id (`name.…`). Returns null for an unknown job. */
export function describeJob(nameOrId: string): string | null {
  const [name = ''] = nameOrId.split('.');
  return jobWords[name] ?? null;
}
