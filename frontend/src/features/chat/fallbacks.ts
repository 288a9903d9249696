import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import type { Greeting } from './greetings.ts';
import { suggestions as ask } from './suggestions.ts';

const answers: { id: string; about: RegExp; reply: Greeting }[] = [
  {
    id: ask.phone.id,
    about:
      /phone (?:you|number)|telephone|video ?call|call(?:ed)? (?:me|you)|whats ?app|telegram|facebook|any ?desk|team ?viewer|remote|(?:over|into|see|look at|share|control|use) my (?:screen|computer)|(?:wrote|writes|texted|messaged|contacted) (?:to )?me/,
    reply: {
      content:
        'No. We don’t make phone or video calls, and we never use WhatsApp, Telegram, or Facebook. Anyone who calls you, or messages you there, and says they’re us is a scammer. Hang up, and don’t reply. Never let anyone take over your screen. Keep your recovery phrase to yourself. You can email us. Our email address is at the bottom of the page.',
      suggestions: [ask.safe, ask.address, ask.refund],
    },
  },
  {
    id: ask.address.id,
    about: /xrp address/,
    reply: {
      content:
        'An XRP address is where your XRP goes. It starts with a lowercase r and has 25 to 35 letters and numbers. Your wallet shows it, and your guide tells you where to look. It’s safe to share. Your recovery phrase isn’t.',
      suggestions: [ask.tag, ask.safe, ask.firstAmount],
    },
  },
  {
    id: ask.tag.id,
    about: /destination tag/,
    reply: {
      content:
        'A destination tag is a number that an exchange uses to tell its customers apart. Your own wallet doesn’t need one. At the exchange, leave the field blank, or choose “I don’t need a tag.” You only need a tag if you send to an exchange.',
      suggestions: [ask.address, ask.safe, ask.exchangeNotListed],
    },
  },
  {
    id: ask.firstAmount.id,
    about: /minimum transfer/,
    reply: {
      content:
        'There’s no fixed minimum. Every XRP wallet keeps a small reserve. A new wallet’s first payment must be at least that much after the exchange’s fee. Your guide figures out a test amount that’s large enough.',
      suggestions: [ask.tag, ask.address, ask.refund],
    },
  },
  {
    id: ask.exchangeNotListed.id,
    about: /exchange (?:is )?not listed/,
    reply: {
      content:
        'Choose “My exchange isn’t listed” below the list of exchanges. You’ll get steps that work on most exchanges. Always choose the XRP network. Some forms call it “XRP Ledger.”',
      suggestions: [ask.address, ask.tag, ask.safe],
    },
  },
  {
    id: ask.safe.id,
    about: /\bsafe\b/,
    reply: {
      content:
        'You send from your own account to your own wallet. We never touch your XRP or hold your keys. We never ask for a password or a recovery phrase. We never call you or message you first. Anyone who does and says they’re us is a scammer.',
      suggestions: [ask.address, ask.refund, ask.paymentWays],
    },
  },
  {
    id: ask.refund.id,
    about: /refund/,
    reply: {
      content: `${refundTerms.guide} ${refundWay.how}`,
      suggestions: [ask.paymentWays, ask.safe, ask.whatWeDo],
    },
  },
  {
    id: ask.paymentWays.id,
    about: /payment method/,
    reply: {
      content: `The guide has a one-time fee of $${formatCents(prices.guide)}. You can pay by card, Apple Pay, or Google Pay. If that doesn’t work, the payment page may show other ways to pay. We never take payment in XRP. Anyone who asks you for that is a scammer.`,
      suggestions: [ask.refund, ask.safe, ask.whatWeDo],
    },
  },
];

/** Returns an answer without a request: by the suggestion's id, or else by words in the question. */
export function answerOffline(question: string, entry?: string): Greeting {
  const lowered = question.toLowerCase();
  const answer = answers.find(({ id }) => id === entry) ?? answers.find(({ about }) => about.test(lowered));
  return (
    answer?.reply ?? {
      content: 'I understand you need help. Let me guide you through this step...',
      suggestions: [ask.address, ask.tag, ask.safe],
    }
  );
}
