import { walletName } from '@xrp-bridge/contracts/wallets';
import type { AssistantStep } from '../../domain/assistant/assistant-step.ts';
import { suggestions as ask, type Suggestion, setUpWallet } from './suggestions.ts';

export interface Greeting {
  content: string;
  suggestions: Suggestion[];
}

const greetings: Record<string, (wallet: string | null) => Greeting> = {
  home: () => ({
    content: 'Hello. I can help you move your XRP from an exchange to your own wallet. What would you like to know?',
    suggestions: [ask.whatWeDo, ask.safe, ask.price],
  }),
  'exchange-selection': () => ({
    content: 'Choose the exchange that holds your XRP now. If you don’t see it, choose “My exchange isn’t listed.”',
    suggestions: [ask.exchangeNotListed, ask.network, ask.safe],
  }),
  'wallet-selection': () => ({
    content: 'Now choose the wallet your XRP should go to. It must be your own.',
    suggestions: [ask.walletMeaning, setUpWallet(null), ask.address],
  }),
  'wallet-setup-guidance': (wallet) => ({
    content: `To get XRP, you need your wallet’s address. Copy it from ${wallet ?? 'your wallet'}, and never type it. Then paste it when we ask for it.`,
    suggestions: [setUpWallet(wallet), ask.address, ask.recoveryPhrase],
  }),
  'transfer-form': () => ({
    content:
      'This page shows your exchange, your wallet, and the price. If you have your wallet’s address, paste it. If not, you can add it later in your guide.',
    suggestions: [ask.address, ask.safe, ask.refund],
  }),
  'destination-tag-required': () => ({
    content: 'Your address comes with a destination tag. At the exchange, enter the exact tag this page shows.',
    suggestions: [ask.tagMeaning, ask.tagForgotten, ask.network],
  }),
  'destination-tag-not-needed': () => ({
    content:
      'Your own wallet doesn’t need a destination tag. At the exchange, leave that field blank, or choose “I don’t need a tag.”',
    suggestions: [ask.tagInsisted, ask.network, ask.tagMeaning],
  }),
  payment: () => ({
    content: 'You pay once. We can’t touch or move your XRP.',
    suggestions: [ask.paymentWays, ask.refund, ask.safe],
  }),
  'payment-stripe-error': () => ({
    content:
      'Card payment is temporarily unavailable. Leave your email address on this page, and we’ll email you when card payment works again. We’ve saved what you entered.',
    suggestions: [ask.paymentWays, ask.paymentFailed, ask.refund],
  }),
  instructions: () => ({
    content: 'Your guide is open. Take one step at a time, and ask me if something looks different.',
    suggestions: [ask.tag, ask.duration, ask.reserve],
  }),
};

/**
 * Returns the greeting and the common questions of a step.
 * An unknown step counts as `home`. The step `payment-error` has a greeting about failed cards only at the checkout,
 * because on other pages no payment was started.
 */
export function greet({ step, toWallet }: AssistantStep, page: string): Greeting {
  const failed = page.startsWith('/checkout') ? 'payment-stripe-error' : 'payment';
  const key = step === 'payment-error' ? failed : step;
  const greeting = (greetings[key] ?? greetings.home) as (wallet: string | null) => Greeting;
  return greeting(toWallet ? walletName(toWallet) : null);
}
