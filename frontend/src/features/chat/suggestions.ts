/** A question that the customer can tap. The assistant identifies it by its id, not by its text. */
export interface Suggestion {
  id: string;
  title: string;
}

export const suggestions = {
  refund: { id: 'refund', title: 'Can I get a refund?' },
  network: { id: 'network', title: 'Which network do I choose?' },
  tag: { id: 'tag', title: 'Do I need a destination tag?' },
  address: { id: 'address-look', title: 'What is an XRP address?' },
  paymentWays: { id: 'payment-ways', title: 'How can I pay?' },
  safe: { id: 'is-it-safe', title: 'Is this safe?' },
  whatWeDo: { id: 'what-we-do', title: 'How does your guide work?' },
  price: { id: 'price', title: 'What does the guide cost?' },
  exchangeNotListed: { id: 'exchange-not-listed', title: 'My exchange isn’t listed' },
  walletMeaning: { id: 'wallet-meaning', title: 'What is a wallet?' },
  tagMeaning: { id: 'tag-meaning', title: 'What is a destination tag?' },
  tagForgotten: { id: 'tag-forgotten', title: 'What if I forget the tag?' },
  tagInsisted: { id: 'tag-insisted', title: 'My exchange insists on a tag' },
  phone: { id: 'phone-us', title: 'Can I call you?' },
  paymentFailed: { id: 'payment-failed', title: 'Was I charged?' },
  duration: { id: 'duration', title: 'How long does a transfer take?' },
  reserve: { id: 'reserve', title: 'Why is 1 XRP missing?' },
  recoveryPhrase: { id: 'recovery-phrase', title: 'What is a recovery phrase?' },
  start: { id: 'start', title: 'My wallet is ready' },
  installWallet: { id: 'install-wallet', title: 'How do I install my wallet?' },
  firstAmount: { id: 'first-amount', title: 'What is the minimum transfer?' },
} as const satisfies Record<string, Suggestion>;

/** Returns the suggestion to set up a wallet. The page answers this suggestion without a request. */
export function setUpWallet(wallet: string | null): Suggestion {
  return { id: walletSetup, title: `Need to download ${wallet ?? 'a wallet'}?` };
}

export const walletSetup = 'set-up-wallet';
