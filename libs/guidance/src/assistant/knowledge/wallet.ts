import { walletName, wallets } from '@xrp-bridge/contracts/wallets';
import { arrivalFact, reserveFact } from '../../guides/common.ts';
import { type Entry, numbered, pages } from '../entry.ts';

/** Entries about the customer's own wallet. */
export const walletEntries: readonly Entry[] = [
  {
    id: 'find-address',
    title: 'Where do I find my address?',
    wordings: `
      how do i find my xrp address in my wallet | where is receive in wallet | what is my wallet address
      address in wallet | copy my address from wallet | wallet | i have wallet | show my receiving address
      where do i get the address to paste | qr code of my wallet | wallet receive | how do i receive xrp in wallet
      get my deposit address in wallet | how does wallet give me an address | where does wallet show the address
      i cannot find the address in wallet | public address | make an xrp account in wallet | add account in wallet
      address of my new wallet`,
    at: ['wallet-setup-guidance', 'transfer-form', 'wallet-selection'],
    needs: 'wallet',
    answer: ({ wallet }) =>
      wallet
        ? [`In ${walletName(wallet.id)}:`, ...numbered(wallet.steps.map(({ description }) => description))]
        : [
            'Open your wallet, find XRP, press Receive or Request, and copy the address it shows.',
            'Your XRP address starts with a lowercase r.',
          ],
    page: pages.start,
    next: ['address-look', 'paste-address', 'tag'],
  },
  {
    id: 'install-wallet',
    title: 'How do I install my wallet?',
    wordings: `
      where do i download wallet | best place to get wallet | where can i get wallet | need to download wallet | how do i set up wallet | get the wallet app | create a wallet
      install wallet on my phone | make a new wallet | is there a wallet for my computer | how do i add xrp to wallet
      i cannot find xrp in wallet | wallet does not list xrp | wallet does not show xrp | first time with wallet
      is the wallet in the app store real | how do i open a wallet | how do i make a wallet | official download of wallet`,
    at: ['wallet-selection', 'wallet-setup-guidance'],
    needs: 'wallet',
    answer: ({ wallet }) => {
      const maker = wallets.find(({ id }) => id === wallet?.id);
      return [
        ...(wallet && maker
          ? [
              `Only get ${maker.name} from ${maker.domain}.`,
              ...wallet.steps.slice(0, 2).map(({ description }) => description),
              wallet.tip,
            ]
          : ['Only get a wallet from its maker’s own site. You’ll find a link in our list of wallets.']),
        'Never type your recovery phrase on a website.',
      ];
    },
    page: pages.start,
    next: ['find-address', 'recovery-phrase', 'choose-wallet'],
  },
  {
    id: 'choose-wallet',
    title: 'Which wallet should I choose?',
    wordings: `
      what is the best wallet | which wallet is safest | i have no wallet which one do i take | recommend a wallet
      phone wallet or hardware wallet | difference between wallets | is wallet better than wallet | best wallet for an old person | easiest wallet
      compare wallets | what wallet do you suggest | good wallet for beginners`,
    at: ['wallet-selection', 'home'],
    answer: () => [
      'We don’t recommend one wallet over another.',
      'Trust Wallet, Xaman, Exodus, Atomic Wallet, and Coinomi are apps. Ledger is a device. Tangem is a card or ring you use with your phone.',
      'With any of them, your XRP is yours alone, as long as you keep your recovery phrase private.',
    ],
    page: pages.start,
    next: ['install-wallet', 'wallet-meaning', 'recovery-phrase'],
  },
  {
    id: 'wallet-meaning',
    title: 'What is a wallet?',
    wordings: `
      what does own wallet mean | explain wallet | difference between exchange and wallet | what is an exchange
      why should i move my xrp off the exchange | is my xrp safer in my own wallet | do i have to take it off exchange
      is it better to leave it on the exchange | leave my xrp at exchange or move it | why do i need my own wallet
      is my xrp safe on exchange | not your keys not your coins | what if the exchange goes bankrupt | cold storage
      what is a self custody wallet | why do people keep xrp in a wallet`,
    at: ['home', 'wallet-selection'],
    answer: () => [
      'A wallet is an app or a device that holds the keys to your XRP.',
      'With your own wallet, only you can move your XRP. On an exchange, someone else holds it for you.',
      'But if you lose your recovery phrase, no one can help you.',
    ],
    page: pages.howItWorks,
    next: ['choose-wallet', 'recovery-phrase', 'what-we-do'],
  },
  {
    id: 'xrpl-meaning',
    title: 'What is the XRP Ledger?',
    wordings: `
      what is xrp | explain xrp and ripple | what does xrpl mean | what is xrpl | blockchain explained
      is ripple the same as xrp | what is a blockchain | ripple vs xrp`,
    answer: () => [
      'The “XRP Ledger” is the network that XRP runs on. It’s a public record of who has how much XRP.',
      'Anyone can look at this record, but no one can move your XRP without your keys.',
      arrivalFact,
    ],
    page: pages.help,
    next: ['wallet-meaning', 'reserve', 'what-we-do'],
  },
  {
    id: 'wallet-empty',
    title: 'My new wallet is empty',
    wordings: `
      new account not found in wallet | wallet says account not activated | my account is not activated
      activate my wallet | my wallet is empty before sending is that normal | address not found on the explorer
      wallet account is empty | why does the explorer say the account does not exist | wallet inactive
      new wallet shows zero | nothing in my new wallet | my xrp address is not found xrpl | why is my new wallet empty`,
    at: ['wallet-setup-guidance', 'transfer-form'],
    answer: () => ['That’s normal. A new wallet stays empty until its first payment arrives.', reserveFact],
    page: pages.help,
    next: ['first-amount', 'find-address', 'not-arrived'],
  },
];
