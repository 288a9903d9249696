import { walletName } from '@xrp-bridge/contracts/wallets';
import type { AssistantStep } from '../../domain/assistant/assistant-step.ts';
import { suggestions as ask, type Suggestion, setUpWallet } from './suggestions.ts';

export interface Greeting {
  content: string;
  suggestions: Suggestion[];
}

const greetings: Record<string, (wallet: string | null) => Greeting> = {
  home: () => ({
    content: 'Hello. I know how XRP gets from an exchange into a wallet of your own. What would you like to know?',
    suggestions: [ask.whatWeDo, ask.safe, ask.price],
  }),
  'exchange-selection': () => ({
    content:
      'Choose the exchange that holds your XRP now. If it is not there, “Mine is not listed” has a general guide.',
    suggestions: [ask.exchangeNotListed, ask.network, ask.safe],
  }),
  'wallet-selection': () => ({
    content: 'Now choose the wallet your XRP should go to. It is yours alone: only you can open it.',
    suggestions: [ask.walletMeaning, setUpWallet(null), ask.address],
  }),
  'wallet-setup-guidance': (wallet) => ({
    content: `To get XRP you need your wallet’s address. Copy it in ${wallet ?? 'your wallet'}, and never type it. Then paste it where the page asks for it.`,
    suggestions: [setUpWallet(wallet), ask.address, ask.recoveryPhrase],
  }),
  'transfer-form': () => ({
    content:
      'Here you see your path and what it costs. Is your wallet’s address at hand? Paste it. If not, your guide asks for it later.',
    suggestions: [ask.address, ask.safe, ask.refund],
  }),
  'destination-tag-required': () => ({
    content: 'Your address goes with a destination tag. At the exchange, enter exactly the tag that this page shows.',
    suggestions: [ask.tagMeaning, ask.tagForgotten, ask.network],
  }),
  'destination-tag-not-needed': () => ({
    content:
      'Your own wallet needs no destination tag. At the exchange, leave that field empty, or choose “I don’t need a tag”.',
    suggestions: [ask.tagInsisted, ask.network, ask.tagMeaning],
  }),
  payment: () => ({
    content: 'You pay once, for the guide. Your XRP is no part of it: nothing here can move it.',
    suggestions: [ask.paymentWays, ask.refund, ask.safe],
  }),
  'payment-stripe-error': () => ({
    content:
      'Card payment is temporarily unavailable. Leave your e-mail address on this page, and we write to you when it works again. What you entered is kept.',
    suggestions: [ask.paymentWays, ask.paymentFailed, ask.refund],
  }),
  instructions: () => ({
    content: 'Your guide is open. Take one step at a time, and ask me whenever something looks different from it.',
    suggestions: [ask.tag, ask.duration, ask.reserve],
  }),
};

/**
 * Returns the greeting and the common questions of a step; an unknown step counts as home.
 * Only at the checkout does a payment error mean a failed card. On other pages no payment was begun.
 */
export function greet({ step, toWallet }: AssistantStep, page: string): Greeting {
  const failed = page.startsWith('/checkout') ? 'payment-stripe-error' : 'payment';
  const key = step === 'payment-error' ? failed : step;
  const greeting = (greetings[key] ?? greetings.home) as (wallet: string | null) => Greeting;
  return greeting(toWallet ? walletName(toWallet) : null);
}
