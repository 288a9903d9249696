import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { metamaskNotice } from '@xrp-bridge/contracts/metamask';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { formatDay } from '../../words.ts';
import { type Entry, listOf, pages } from '../entry.ts';

/** Entries about our service, its customers, and the first steps. */
export const productEntries: readonly Entry[] = [
  {
    id: 'what-we-do',
    title: 'What do you do?',
    wordings: `
      what is this website | what is this service for | who are you | who is behind this website | how does it work
      how does your service work | what does your company do | what is xrp bridge | explain this page to me
      explain everything slowly | what is this all about | what is the purpose of your guide
      how does this thing work | i am new here what is this for | do you transfer it or what is your job
      what is it you do here | what do you actually offer`,
    at: ['home'],
    answer: ({ product }) => [
      `${product.name} guides you step by step as you move your XRP from an exchange to your own wallet.`,
      'We explain each step and check your address. You send the XRP yourself, from your own account.',
      'We never hold your XRP.',
    ],
    page: pages.howItWorks,
    next: ['start', 'price', 'is-it-safe'],
  },
  {
    id: 'start',
    title: 'How do I start?',
    wordings: `
      how do i begin | where do i start a transfer | i want to move my xrp to my own wallet | how to get started
      how do i move my coins off the exchange to my wallet | help me transfer my xrp | start a new transfer
      what do i do first | i want to begin | i would like to transfer my xrp | ready to go
      start again from the beginning | i want to get going | lets go`,
    at: ['home', 'exchange-selection'],
    answer: () => [
      'Choose where your XRP is now and which wallet you use.',
      'Then pay for your guide. It shows you what to enter and what to leave blank.',
      'You don’t need an account with us.',
    ],
    page: pages.start,
    next: ['price', 'duration', 'is-it-safe'],
  },
  {
    id: 'account',
    title: 'Do I need an account?',
    wordings: `
      do i have to register or sign up | create an account with you | which password do i use for your site
      do i have to give my name or id to you | how do i sign up | where do i register | is there a membership
      i cannot find the login for your site | do i need to signin here | must i log in on this page
      no sign up needed | is registration necessary | should i make a profile here`,
    at: ['home', 'payment'],
    answer: () => [
      'No. There’s no account, no sign-up, and no password.',
      'You only need your exchange account and your own wallet.',
    ],
    page: pages.howItWorks,
    next: ['start', 'privacy', 'price'],
  },
  {
    id: 'what-i-get',
    title: 'What do I get when I pay?',
    wordings: `
      what happens afterpay | what is in the guide | why should i pay for this when it is free elsewhere
      is the guide worth the money | what do i get for the price | what will i receive afterpay
      what does the guide show me | what is included | why should i pay you | what am i getting if i buy this guide
      why would i spend guideprice on this | what am i getting if i buy the guide
      what exactly will i get for guideprice`,
    at: ['payment'],
    answer: () => [
      'You get steps for your exchange and your wallet, in plain words.',
      'We check your address and put it in your guide for you to copy. Your guide tells you what to enter and what to leave blank.',
      refundTerms.guide,
    ],
    page: pages.howItWorks,
    next: ['price', 'refund', 'duration'],
  },
  {
    id: 'do-it-for-me',
    title: 'Can you do it for me?',
    wordings: `
      doforme | can you signin doforme | please transfer it for me i am too old
      can you send it yourself i give you my login | i will pay you to do everything | i cannot do this alone
      could your staff make the transfer | too difficult for me do it | can my son sit with me
      cant you just do the whole thing | somebody else should do this | somebody else does this for me`,
    answer: () => [
      'No. You do every step yourself, because that keeps your XRP in your hands.',
      'Never give anyone your passwords, and never let anyone take over your screen.',
      'Take your time. There’s no rush, and someone you trust can sit with you.',
    ],
    page: pages.safety,
    next: ['start', 'test-payment', 'person'],
  },
  {
    id: 'duration',
    title: 'How long does a transfer take?',
    wordings: `
      how long does the whole thing take | how long does it take | how many minutes until my xrp is in my wallet | how fast is a transfer
      when will my xrp arrive | how long does a transfer take | how long does it take from exchange to wallet
      does it happen at once or do i wait | how long does xrp take | is it instant | time needed
      how much time will this need | will i have it tonight | how much time does it take | time
      how many hours does it need | is it quick`,
    at: ['home', 'instructions'],
    needs: 'exchange',
    answer: ({ exchange }) => [
      'A transfer takes about 15 minutes of your time.',
      'On the XRP network, a payment takes about 5 seconds. Most of the wait is your exchange checking the withdrawal.',
      ...exchange.holds.filter(
        ({ appliesWhen }) => appliesWhen !== 'recentPurchase' && appliesWhen !== 'passwordChanged',
      ),
    ],
    page: pages.howItWorks,
    next: ['hold', 'hold-shorten', 'not-arrived'],
  },
  {
    id: 'completed',
    title: 'My XRP arrived. What now?',
    wordings: `
      it has arrived safely | my xrp arrived in my wallet what do i do now | the transfer worked do i have to confirm
      finished all steps | what does i have completed the transfer do | i can see my xrp in my wallet | all done
      success it is in my wallet | do i have to press completed | received my xrp | finished | it is there now`,
    at: ['success', 'instructions'],
    answer: () => [
      'Once your XRP is in your wallet, press “I’ve completed the transfer” on your transfer’s page.',
      'Don’t press that button before then. If we see your XRP there too, the refund period ends. If we don’t, we’ll keep watching for 14 days.',
      'Keep your recovery phrase on paper. No honest person will ever ask for it.',
    ],
    page: pages.help,
    next: ['gifts', 'reserve', 'concierge'],
  },
  {
    id: 'device',
    title: 'Can I use my phone?',
    wordings: `
      does it work on a tablet or an ipad | do i need a computer | can i use my mobile phone | which browser
      is there an app | can i do this on my iphone or android | do i have to install an app of yours
      does this run on a chromebook`,
    at: ['home'],
    answer: () => [
      'Yes. Our site works in the browser on your phone, tablet, or computer. There’s nothing to install.',
      'We don’t have an app. Anyone who offers you one is a scammer.',
    ],
    page: pages.howItWorks,
    next: ['start', 'come-back', 'what-we-do'],
  },
  {
    id: 'last-checked',
    title: 'Are your guides up to date?',
    wordings: `
      when did you last check the guide of exchange | how old are these instructions | is this information current
      exchange looks different from your guide | the button in your guide is not there | your steps are outdated
      the screen does not look like you say | i do not see that button | your pictures do not match what i see
      is your guide correct | how recent is your guide | are these steps from this year`,
    at: ['instructions'],
    answer: ({ exchange }) => [
      `We last checked our guides on ${formatDay(exchange.lastChecked)}.`,
      'Exchanges move their buttons from time to time. Look for Withdraw, Send, or Transfer, and choose XRP.',
    ],
    page: pages.help,
    next: ['withdraw', 'network', 'person'],
  },
  {
    id: 'exchange-not-listed',
    title: 'My exchange isn’t on your list',
    wordings: `
      do you have a guide for unlistedexchange | unlistedexchange | my xrp is on unlistedexchange which one do i choose
      which exchanges do you support | names of your exchanges | i bought my xrp at unlistedexchange
      my exchange is missing here | does it work with unlistedexchange | mine is not listed | how do i send from unlistedexchange`,
    at: ['exchange-selection'],
    answer: () => [
      `We have guides for ${listOf(exchanges.filter(({ id }) => id !== 'other').map(({ name }) => name))}.`,
      'If yours isn’t on our list, choose “My exchange isn’t listed.” You’ll get steps that work for most exchanges.',
    ],
    page: pages.start,
    next: ['withdraw', 'tag', 'network'],
  },
  {
    id: 'wallet-not-listed',
    title: 'My wallet isn’t on your list',
    wordings: `
      do you have a guide for unlistedwallet | unlistedwallet | i use unlistedwallet does that work | my wallet is unlistedwallet
      which wallets do you support | names of your wallets | my wallet is missing here
      does it work with unlistedwallet`,
    at: ['wallet-selection'],
    answer: () => [
      `We have guides for ${listOf(wallets.map(({ name }) => name))}.`,
      'We don’t have guides for other wallets.',
      'In any wallet, your own XRP address starts with a lowercase r.',
    ],
    page: pages.start,
    next: ['choose-wallet', 'metamask', 'find-address'],
  },
  {
    id: 'metamask',
    title: 'Can I use MetaMask?',
    wordings: `
      metamask | send xrp to metamask | my address begins with evmaddress | evmaddress | ethereum address
      is an evmaddress address ok | i only have metamask | does metamask hold xrp | send xrp to an ethereum wallet | my wallet shows an evmaddress address`,
    at: ['wallet-selection'],
    answer: () => [metamaskNotice.reason, ...metamaskNotice.steps.map(({ text }) => text)],
    page: pages.start,
    next: ['choose-wallet', 'address-look', 'network'],
  },
  {
    id: 'other-coins',
    title: 'Do you help with other coins?',
    wordings: `
      can i move bitcoin with your guide | does it work for ethereum or solana or xlm | i want to transfer bitcoin
      do you support stellar cardano dogecoin hbar usdc | bitcoin | do you only do xrp
      help me move my ethereum coins`,
    answer: () => [
      'No, our guide is only for XRP.',
      'Please don’t use our steps for other coins. Each coin has its own network and addresses.',
    ],
    page: pages.howItWorks,
    next: ['what-we-do', 'start', 'network'],
  },
  {
    id: 'quantum',
    title: 'Is XRP safe from quantum computers?',
    wordings: `
      what does quantum encryption do | quantum proof wallet | is qfs real | will quantum computers break my wallet
      quantum financial system | quantum secure | what is quantum encoding | qfs account`,
    answer: () => [
      'No. The keys that protect XRP aren’t quantum-safe today, and nothing we offer changes that.',
      'Be careful with anyone who tries to sell you a “quantum-secure” XRP wallet.',
    ],
    page: { title: 'Quantum computers and your XRP', url: '/quantum' },
    next: ['is-it-safe', 'recovery-phrase', 'concierge'],
  },
];
