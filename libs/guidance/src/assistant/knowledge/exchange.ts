import { exchangeErrors } from '../../guides/common.ts';
import { type Entry, exchangeNameOf, numbered, pages, solutionOf } from '../entry.ts';

/** Entries about the exchange's withdrawal form and its error messages. */
export const exchangeEntries: readonly Entry[] = [
  {
    id: 'withdraw',
    title: 'How do I send from my exchange?',
    wordings: `
      how do i withdraw xrp from exchange | how to send xrp from exchange to wallet | where is the withdraw button at exchange | withdraw from exchange step by step | steps to send xrp from exchange to my wallet
      i cannot find where to send xrp in the exchange app | how to get my xrp out of exchange | where do i click in exchange
      open the withdrawal form | get it off exchange to my own wallet | how can i get it from exchange to my wallet
      exchange to wallet | walk me through exchange | where do i press in exchange | take my xrp out of exchange | take my xrp from exchange to my wallet
      what do i do at exchange | no send button | how do i use exchange to send`,
    at: ['instructions', 'exchange-selection'],
    needs: 'exchange',
    answer: ({ exchange }) => [exchange.withdraw.description, ...numbered(exchange.withdraw.actions), exchange.formTip],
    page: pages.start,
    next: ['network', 'tag', 'confirm'],
  },
  {
    id: 'exchange-overview',
    title: 'What should I know about my exchange?',
    wordings: `
      exchange | i have exchange | tell me about exchange | i am with exchange | anything special with exchange
      is exchange good for this | what is particular at exchange`,
    at: ['exchange-selection'],
    needs: 'exchange',
    answer: ({ exchange }) => [exchange.formTip, exchange.network, exchange.tag, ...exchange.holds.slice(0, 1)],
    page: pages.start,
    next: ['withdraw', 'hold', 'exchange-fee'],
  },
  {
    id: 'exchange-sign-in',
    title: 'How do I sign in safely?',
    wordings: `
      what is the right address of the exchange website | signin page of exchange | link to exchange
      is this the real exchange | how do i know i am on the real exchange site
      i clicked an ad for exchange is it the right site | fake exchange site | which is the official site of exchange
      found exchange on google | google shows two exchange sites | official web address of exchange
      howknow the page of exchange is not fake`,
    needs: 'exchange',
    answer: ({ exchange }) => [
      exchange.signIn.description,
      ...exchange.signIn.actions.slice(0, 1),
      'Don’t open your exchange from an ad or a link in a message.',
    ],
    page: pages.safety,
    next: ['withdraw', 'fake-support', 'exchange-password'],
  },
  {
    id: 'confirm',
    title: 'How do I confirm the withdrawal?',
    wordings: `
      exchange wants me to confirm | what do i check before i press send
      exchange sent me a link to confirm the address | last step before sending | confirm new address by link
      do i have to approve the withdrawal | the withdrawal was not sent it waits for confirmation
      exchange has not sent it yet | mail from exchange asks me to press a link
      i pressed send and nothing happened at exchange | approve on my phone | it says awaiting confirmation
      the confirmation link of exchange has expired | mail link of exchange expired
      mail of exchange says confirm the address | what is the final step at exchange
      exchange wants me to check everything | what do i do on the last page at exchange`,
    at: ['instructions'],
    needs: 'exchange',
    answer: ({ exchange }) => [
      exchange.confirm.description,
      ...numbered(['Check the address, network, and amount against your guide.', ...exchange.confirm.actions]),
    ],
    page: pages.help,
    next: ['mail-missing', 'hold', 'not-arrived'],
  },
  {
    id: 'mail-missing',
    title: 'I didn’t get the email or code',
    wordings: `
      the confirmation mail of exchange notarrived | i am not getting the securitycode from exchange
      securitycode notarrived | no securitycode by text message | lost my securitycode app new phone
      securitycode is wrong | exchange sends no mail | waiting for the securitycode | where is the confirmation mail
      no mail from exchange | code expired | no verification mail from exchange`,
    at: ['instructions'],
    answer: (about) => [
      'Check your spam folder first.',
      `Emails and codes for your withdrawal come from ${exchangeNameOf(about)}, not from us. If you don’t get one, use the help page on its own site.`,
      'Never share a code with anyone, including us.',
    ],
    page: pages.help,
    next: ['confirm', 'fake-support', 'exchange-password'],
  },
  {
    id: 'exchange-password',
    title: 'I can’t get into my exchange',
    wordings: `
      forgot my password for exchange | cannot signin to exchange | i cant sign in to exchange
      signin to exchange does not work | locked out of my exchange account | exchange closed my account
      exchange account is blocked | do you need my exchange password | i lost my password
      exchange does not let me in | reset password | my username is not accepted | cannot access my exchange account`,
    answer: (about) => [
      `Only ${exchangeNameOf(about)} can help you sign in again. Use the help page on its own site.`,
      'After you change your password, you may have to wait before you can withdraw.',
      'We never ask for your exchange password. Never share it with anyone.',
    ],
    page: pages.help,
    next: ['hold-password', 'exchange-sign-in', 'fake-support'],
  },
  {
    id: 'whitelist',
    title: 'My address has to be on a whitelist',
    wordings: `
      what is a whitelist | exchange wants me to add the address to the whitelist | address is not whitelist | whitelist
      how do i add my wallet to the whitelist at exchange | address must be added first | add a new address at exchange
      exchange only lets me choose saved addresses | where is the whitelist | verify address at exchange`,
    at: ['instructions'],
    answer: ({ exchange }) => [
      solutionOf(exchangeErrors, 'whitelist'),
      ...exchange.holds.filter(({ appliesWhen }) => appliesWhen === 'newAddress'),
    ],
    page: pages.help,
    next: ['hold-address', 'confirm', 'hold-shorten'],
  },
  {
    id: 'balance-low',
    title: 'My available balance is too low',
    wordings: `
      insufficient balance | exchange says not enough funds but i have xrp | available balance is zero | not enough xrp
      xrp in trading account funding account | cannot withdraw all of it | insufficient funds error
      my xrp is there but i cannot send it | balance available less than total | transferable amount zero`,
    at: ['instructions'],
    answer: () => [solutionOf(exchangeErrors, 'balance-too-low')],
    page: pages.help,
    next: ['hold-purchase', 'amount-all', 'withdraw'],
  },
  {
    id: 'suspended',
    title: 'XRP withdrawals are suspended',
    wordings: `
      exchange paused xrp withdrawals | deposits and withdrawals paused at exchange
      xrp network under maintenance at exchange | withdrawal temporarily disabled | xrp withdrawals unavailable
      withdrawals are closed | xrp wallet maintenance | sending is switched off | exchange has stopped xrp withdrawals`,
    at: ['instructions'],
    answer: () => [solutionOf(exchangeErrors, 'suspended')],
    page: pages.help,
    next: ['hold', 'network', 'come-back'],
  },
  {
    id: 'limit',
    title: 'A limit or ID check stopped me',
    wordings: `
      daily limit exceeded | exchange wants my id or passport verify identity | it asks for my passport | limit
      verification needed before withdrawal | kyc | limit reached how much per day | maximum withdrawal at exchange
      they want a selfie or driving licence | account not verified | need to verify my identity
      proof of address document | maximum withdrawal reached | they ask for id again`,
    at: ['instructions'],
    answer: () => [solutionOf(exchangeErrors, 'limit-exceeded')],
    page: pages.help,
    next: ['hold', 'whose-wallet', 'amount-all'],
  },
  {
    id: 'whose-wallet',
    title: 'My exchange asks whose wallet it is',
    wordings: `
      whosewallet question at exchange | exchange asks who is the beneficiary | prove that the wallet is mine
      which wallet provider do i enter self hosted | is it a private wallet or an exchange question
      recipient name and country | exchange asks for the name of the recipient | do i say that it is my own wallet
      whosewallet | why does exchange ask who receives it | exchange wants a signature or satoshi test of my wallet
      exchange asks who owns this address`,
    at: ['instructions'],
    answer: (about) => [
      'Answer truthfully. If it’s your own wallet, say that it’s your own self-hosted wallet and that you’re the recipient.',
      `In some countries, exchanges have to ask who owns the wallet. Only answer on ${exchangeNameOf(about)}’s own site or app.`,
    ],
    page: pages.help,
    next: ['confirm', 'limit', 'fake-support'],
  },
];
