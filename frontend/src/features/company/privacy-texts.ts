/** A kind of stored data. */
export interface StoredData {
  what: string;
  /** The displayed retention. Contains every period that docs/retention.md gives for `tables`. */
  time: string;
  /** The tables with this data, by section of docs/retention.md. A test compares them with that file. */
  tables: Readonly<Record<string, readonly string[]>>;
}

/** All kinds of personal data in docs/retention.md. */
export const storedData: readonly StoredData[] = [
  {
    what: 'Your exchange, your wallet, your XRP address and its tag',
    time: 'If you don’t pay, your transfer expires after 30 days. We delete it 90 days later. If you pay, we delete the address and the tag 400 days after the last change. We keep the rest, which doesn’t show who you are.',
    tables: { transfer: ['transfer'] },
  },
  {
    what: 'XRP that arrived at your address',
    time: 'We delete this after 400 days. We watch your address for 14 days, and for another 14 days if you tell us that your XRP arrived. While we watch, we also keep a short technical log. We delete each entry after 1 hour.',
    tables: { transfer: ['arrival', 'watch', 'watch_change'] },
  },
  {
    what: 'Your payments and refunds, without your name or card',
    time: 'We keep these for at least 10 years, because tax law requires it. If you never paid, we delete them after 400 days. If you paid for the concierge, we keep that record for good, because the concierge is yours for life. We delete messages from Stripe after 90 days.',
    tables: {
      payment: [
        'payment',
        'refund',
        'order_state',
        'accounting_entry',
        'subscription',
        'concierge_order',
        'webhook_event',
      ],
    },
  },
  {
    what: 'Your email address, and a phone number or message if you send us one',
    time: 'We delete these 90 days after your transfer ends, and after 180 days at most. If you don’t have a transfer, we delete them after 180 days. We keep your email address longer while you get newsletters or signals from us. We also keep it longer if you own the concierge.',
    tables: { notification: ['transfer', 'payment', 'contact'] },
  },
  {
    what: 'An email address you replaced',
    time: 'We keep it for 14 days, so we can send a warning there if your wallet address changes.',
    tables: { notification: ['former_email'] },
  },
  {
    what: 'The list of emails we sent you, without their text',
    time: 'We delete this list with your transfer’s email address. If you don’t have a transfer, we delete it after 90 days. The list includes newsletters.',
    tables: { notification: ['mail', 'delivery'] },
  },
  {
    what: 'Links that open your guide or your concierge',
    time: 'A link to your guide works for 14 days, and we delete it with your transfer’s email address. A concierge link works for 15 minutes, and we delete it 30 days later.',
    tables: { notification: ['resume_token', 'concierge_link'] },
  },
  {
    what: 'Your browser’s address for alerts, if you allow them',
    time: 'We keep it until we send “Your XRP is home,” or until you turn alerts off. At the latest, we delete it with your transfer’s email address.',
    tables: { notification: ['push_subscription'] },
  },
  {
    what: 'The emails you signed up for',
    time: 'We keep this list as long as we have your email address.',
    tables: { notification: ['subscription', 'newsletter'] },
  },
  {
    what: 'What you agreed to, and when',
    time: 'We keep this for 3 years. We keep the latest of each kind as long as we have your email address.',
    tables: { notification: ['consent'] },
  },
  {
    what: 'Your concierge',
    time: 'If you own the concierge, we keep this for good. If not, we delete it after 400 days.',
    tables: { notification: ['concierge'] },
  },
  {
    what: 'Tasks for our team, such as a refund you asked for',
    time: 'We keep these for 3 years after they’re done. We delete the technical record of each task after 365 days.',
    tables: { notification: ['task', 'task_settlement'] },
  },
  {
    what: 'Clicks on ads, stored under a code instead of your IP address',
    time: 'We delete these after 1 day. After that, no one can trace the code to you. The record of what a click earned us has no name on it. We keep that record for at least 10 years, because tax law requires it.',
    tables: { ads: ['click', 'revenue_record'] },
  },
  {
    what: 'How often someone tried to pay',
    time: 'These counts stop thieves who test stolen cards. Codes stand for your IP address and your card. We delete the counts after 1 day. If you start a payment and don’t finish it, we keep the count for your IP address longer. We delete that count once the payment can’t be finished anymore. The code for your IP address stays with your payment. After 1 day, no one can turn it back into your IP address.',
    tables: { payment: ['velocity'] },
  },
  {
    what: 'Our own team’s accounts and what they did here',
    time: 'We keep accounts and alert settings as long as the person works here. We keep a record of what they did, with their IP address, for 3 years. We keep their alerts for 400 days and failed sign-ins for 1 day.',
    tables: {
      bff: ['operator_session', 'operator_account', 'recovery_code', 'sign_in_failure', 'audit'],
      notification: ['operator_choice', 'operator_alert', 'operator_delivery'],
    },
  },
];
