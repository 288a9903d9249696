import { exchangeErrors, networkFeeFact, reserveFact, walletErrors } from '../../guides/common.ts';
import { firstAmountXrp } from '../../send-now.ts';
import { feeSentence, minimumSentence } from '../../words.ts';
import { type About, type Entry, exchangeNameOf, pages, solutionOf } from '../entry.ts';

/** The ledger's base reserve in decimal XRP. Must be the amount that `reserveFact` states. */
export const baseReserveXrp = '1';

function testXrpOf({ exchange: { fee, minimum } }: About): string {
  return firstAmountXrp(baseReserveXrp, fee, minimum);
}

/** A customer with a guide sees only the amount of that guide, so that two amounts cannot be confused. */
function ownAmount({ sendNow }: About): string[] | null {
  return sendNow === null ? null : [sendNow, 'See the step “Enter the amount” in your guide.'];
}

/** Entries about the amount to send, the reserve and the costs. */
export const amountEntries: readonly Entry[] = [
  {
    id: 'first-amount',
    title: 'How much do I have to send the first time?',
    wordings: `
      what is the minimum transfer | minimum amount | minimum amount for a new wallet | is oldreserve the minimum
      minimum | minimum to send | can i send smallxrp | do i need oldreserve to open a wallet
      how much xrp to activate the wallet | send smallxrp to try | my wallet is not activated yet how much
      my new wallet is empty how much do i send first | do i need oldreserve | how little can i send
      i only have 5 xrp is that enough | is onexrp enough for a new wallet | how much for the first payment
      can i start with onexrp`,
    at: ['transfer-form', 'instructions'],
    answer: (about) =>
      ownAmount(about) ?? [
        `If your wallet has never received XRP, send at least ${testXrpOf(about)} XRP the first time.`,
        reserveFact,
      ],
    page: pages.help,
    next: ['test-payment', 'reserve', 'exchange-minimum'],
  },
  {
    id: 'test-payment',
    title: 'Should I send a test first?',
    wordings: `
      can i try with a small amount | send a test payment | i am afraid to send everything at once | small test | test
      two parts first a little then the rest | is a test transfer a good idea | how much for a test | test transaction
      send a little bit first | do a trial run | better in two goes | can i send a tiny amount to check`,
    at: ['instructions', 'transfer-form'],
    answer: (about) =>
      ownAmount(about) ?? [
        `For a large amount, send ${testXrpOf(about)} XRP first as a test. Wait until it arrives, then send the rest.`,
        `If your wallet is new, its first payment has to be at least ${baseReserveXrp} XRP. A smaller payment will fail.`,
      ],
    page: pages.help,
    next: ['first-amount', 'exchange-fee', 'not-arrived'],
  },
  {
    id: 'amount-all',
    title: 'Can I send everything?',
    wordings: `
      send all my xrp at once | withdraw the maximum | how much can i send at most | which amount do i enter | amount
      do i have to leave some behind | send everything or leave something | all of it or just a part
      how much should i transfer | empty my exchange account | what do i put in the amount field
      transfer the full balance | move my whole balance | should i transfer all my coins
      how much do i send | how much do i enter | which number do i type | how much is the rest`,
    at: ['transfer-form', 'instructions'],
    answer: (about) =>
      ownAmount(about) ?? [
        'Yes. Just leave room for your exchange’s fee, or choose “Max.”',
        'The withdrawal form shows the fee before you confirm.',
        'A new wallet keeps 1 XRP as its reserve. It’s still yours, but you can’t send it.',
      ],
    page: pages.help,
    next: ['exchange-fee', 'reserve', 'test-payment'],
  },
  {
    id: 'reserve',
    title: 'Why is 1 XRP missing?',
    wordings: `
      what is the reserve | my wallet shows less xrp than i sent | why can i not spend onexrp | onexrp
      onexrp missing | where did my onexrp go | who takes the reserve do i get it back | is the reserve oldreserve
      onexrp less | i received less than expected | sent more than i got | why is my balance lower | reserve
      onexrp is locked or gone in wallet | wallet does not let me use onexrp | how much must i keep in the wallet
      how much xrp do i have to keep | smaller amount arrived | only part of my xrp is spendable
      cannot use all my xrp | how much must stay in the wallet | why cannot i spend the last xrp`,
    at: ['success', 'instructions'],
    answer: () => [reserveFact, solutionOf(walletErrors, 'shows-less')],
    page: pages.help,
    next: ['first-amount', 'exchange-fee', 'amount-all'],
  },
  {
    id: 'exchange-fee',
    title: 'What does my exchange charge?',
    wordings: `
      withdrawal fee of exchange | how much does exchange charge me | network fee | exchange fee | gas fee | fee at exchange
      what does it cost to send xrp from exchange | why is there a fee at exchange | hidden fees | does exchange take a fee | what will exchange deduct | is the fee taken off my amount | does exchange eat part of my xrp
      transaction costs | are there more charges | how much does exchange take`,
    at: ['instructions', 'transfer-form'],
    needs: 'exchange',
    answer: (about) => [feeSentence(about.exchange.fee, exchangeNameOf(about)), networkFeeFact],
    page: pages.fees,
    next: ['price', 'exchange-minimum', 'amount-all'],
  },
  {
    id: 'exchange-minimum',
    title: 'The amount is below the minimum',
    wordings: `
      minimum withdrawal of exchange | exchange says amount too low | amount is too small error | amount is below the minimum of exchange
      minimum at exchange | not enough to withdraw at exchange`,
    at: ['instructions'],
    answer: (about) => [
      ...[minimumSentence(about.exchange.minimum, exchangeNameOf(about))].filter((text) => text !== null),
      solutionOf(exchangeErrors, 'below-minimum'),
    ],
    page: pages.help,
    next: ['first-amount', 'exchange-fee', 'balance-low'],
  },
];
