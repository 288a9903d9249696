import { walletName } from '@xrp-bridge/contracts/wallets';
import type { AssistantStep } from '../../shared/assistant-step.ts';

export interface Greeting {
  content: string;
  suggestions: string[];
}

const refund = 'Can I get a refund?';
const network = 'Which network do I choose?';
const tag = 'Do I need a destination tag?';
const whatAddress = 'What is an XRP address?';
const methods = 'Which payment methods are there?';
const safe = 'Is it safe?';

/** Pressing a suggestion that begins like this starts the setting up of a wallet, and asks nobody. */
export const walletSetupSuggestion = 'Need to download';

const greetings: Record<string, (wallet: string | null) => Greeting> = {
  home: () => ({
    content: 'Hello! I know how XRP gets from an exchange into a wallet of your own. What would you like to know?',
    suggestions: ['How does it work?', safe, 'What does it cost?'],
  }),
  'exchange-selection': () => ({
    content:
      'Choose the exchange that holds your XRP now. If it is not there, “Mine is not listed” has a general guide.',
    suggestions: ['My exchange is not listed', network, safe],
  }),
  'wallet-selection': () => ({
    content: 'Now choose the wallet your XRP should go to. It belongs to you alone, so nobody else can restore it.',
    suggestions: ['What is a wallet?', `${walletSetupSuggestion} a wallet?`, whatAddress],
  }),
  'wallet-setup-guidance': (wallet) => ({
    content: `To receive XRP you need your wallet’s address. Open ${wallet ?? 'your wallet'}, choose XRP, then Receive, and copy it from there.`,
    suggestions: [`${walletSetupSuggestion} ${wallet ?? 'a wallet'}?`, whatAddress, tag],
  }),
  'transfer-form': () => ({
    content: 'Here you see your path and what it costs. The address you can give now, or later in your guide.',
    suggestions: [whatAddress, tag, refund],
  }),
  'destination-tag-required': () => ({
    content: 'Your address goes with a destination tag. At the exchange, enter exactly the tag that this page shows.',
    suggestions: ['What is a destination tag?', 'What if I forget the tag?', network],
  }),
  'destination-tag-not-needed': () => ({
    content: 'Your own wallet needs no destination tag. Leave that field empty, or choose “I don’t need a tag”.',
    suggestions: ['The exchange insists on a tag', network, 'What is a destination tag?'],
  }),
  payment: () => ({
    content: 'You pay once, for the guide. Your XRP is no part of it: nothing here can move it.',
    suggestions: [methods, refund, safe],
  }),
  'payment-stripe-error': () => ({
    content:
      'Card payment is temporarily unavailable. You can try again, or pay in one of the other ways on this page. What you entered is kept.',
    suggestions: [methods, 'Was I charged?', refund],
  }),
  instructions: () => ({
    content: 'Your guide is open. Take one step at a time, and ask me whenever something looks different from it.',
    suggestions: [tag, 'How long does it take?', 'Why is 1 XRP missing?'],
  }),
};

/** What to say first at a step, and what is often asked there; an unknown step counts as home. */
export function greet({ step, toWallet }: AssistantStep, page: string): Greeting {
  const known = step === 'payment-error' && page.startsWith('/checkout') ? 'payment-stripe-error' : step;
  const greeting = (greetings[known] ?? greetings.home) as (wallet: string | null) => Greeting;
  return greeting(toWallet ? walletName(toWallet) : null);
}
