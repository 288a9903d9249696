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
        'No. We have no telephone, and we make no video calls. We never use WhatsApp, Telegram or Facebook: whoever calls or writes to you there in our name is a fraud. Hang up and do not answer. Let nobody take over your screen. Tell nobody your recovery words. You can write to us: our e-mail address is at the foot of the page.',
      suggestions: [ask.safe, ask.address, ask.refund],
    },
  },
  {
    id: ask.address.id,
    about: /xrp address/,
    reply: {
      content:
        'An XRP address is where XRP is sent to. It begins with a small r and has 25 to 35 letters and digits. Your wallet shows it, and your guide tells you where. It is safe to show; your recovery words are not.',
      suggestions: [ask.tag, ask.safe, ask.firstAmount],
    },
  },
  {
    id: ask.tag.id,
    about: /destination tag/,
    reply: {
      content:
        'A destination tag is a number that an exchange uses to tell its customers apart. Your own wallet needs none: at the exchange leave the field empty, or choose “I don’t need a tag”. Only a transfer to an exchange needs the tag it gives you.',
      suggestions: [ask.address, ask.safe, ask.exchangeNotListed],
    },
  },
  {
    id: ask.firstAmount.id,
    about: /minimum transfer/,
    reply: {
      content:
        'There is no fixed minimum here. A wallet that is new on the XRP Ledger keeps a small reserve. Its first payment must bring at least that, after the exchange’s fee. Your guide works out a test that is enough.',
      suggestions: [ask.tag, ask.address, ask.refund],
    },
  },
  {
    id: ask.exchangeNotListed.id,
    about: /exchange (?:is )?not listed/,
    reply: {
      content:
        'Choose “Mine is not listed” under the exchanges: its guide has the steps that are the same everywhere. The network to choose is always the XRP Ledger.',
      suggestions: [ask.address, ask.tag, ask.safe],
    },
  },
  {
    id: ask.safe.id,
    about: /\bsafe\b/,
    reply: {
      content:
        'You send from your own account to your own wallet. We never touch your XRP and hold no key. We ask for no password and no recovery words. We never call you or message you first: whoever does is a fraud.',
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
      content: `The guide costs $${formatCents(prices.guide)}, once. You pay by card, Apple Pay or Google Pay. If that does not work, the payment page shows other ways. XRP is never a way to pay: whoever asks you for it is a fraud.`,
      suggestions: [ask.refund, ask.safe, ask.whatWeDo],
    },
  },
];

/** Returns an answer without the server: by the suggestion's id, else by the typed words. */
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
