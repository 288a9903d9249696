import { exchangeName } from '@xrp-bridge/contracts/exchanges';
import type { ExchangeGuide, Hold } from '../../guides/guide.ts';
import { type Entry, exchangeNameOf, numbered, pages, type Statement } from '../entry.ts';

const noHurry =
  'A wait doesn’t mean anything is wrong. No one can make it shorter, and anyone who offers to is a scammer.';

function holdsWhen(guide: ExchangeGuide, reason: Hold['appliesWhen']): readonly Statement[] {
  const holds = guide.holds.filter(({ appliesWhen }) => appliesWhen === reason);
  return holds.length > 0
    ? holds
    : [
        `We don’t know of any wait like this at ${exchangeName(guide.id)}. If there is one, the withdrawal form will show it.`,
      ];
}

/** Entries about waits before the exchange sends the XRP, and about XRP that has not arrived. */
export const waitingEntries: readonly Entry[] = [
  {
    id: 'hold',
    title: 'Why do I have to wait?',
    wordings: `
      withdrawal is on hold | exchange says i must wait | how long is the hold at exchange | my withdrawal is pending | pending
      still processing for hours | exchange blocked my withdrawal | is it normal that i have to wait | withdrawal under review
      why does it take so long at exchange | account restricted | exchange hold | exchange makes me wait | exchange disabled my withdrawals | how long must i wait | why somedays | i cannot send until somedays | it takes somedays | how much longer
      why can i not withdraw | stuck at exchange | waiting period of exchange | enable transfers at exchange`,
    at: ['instructions'],
    needs: 'exchange',
    answer: ({ exchange }) => [...exchange.holds, noHurry],
    page: pages.help,
    next: ['hold-shorten', 'duration', 'not-arrived'],
  },
  {
    id: 'hold-address',
    title: 'How long is the wait for a new address?',
    wordings: `
      i added my address and have to wait | new address hold at exchange | cooling off after whitelist
      hold for a new address | somedays for a new address | address added today when can i send
      how long must a new address wait at exchange | whitelist hold
      added my wallet today when can i withdraw from exchange | new withdrawal address waiting period`,
    at: ['instructions'],
    needs: 'exchange',
    answer: ({ exchange }) => [...holdsWhen(exchange, 'newAddress'), noHurry],
    page: pages.help,
    next: ['whitelist', 'hold-shorten', 'duration'],
  },
  {
    id: 'hold-password',
    title: 'I changed my password. Do I have to wait?',
    wordings: `
      changed password yesterday withdrawal blocked | hold after new password or new phone | new password hold
      reset my securitycode and cannot withdraw | after a new device withdrawals are locked
      changed my password at exchange | i have a new phone and changed my securitycode
      after resetting my password at exchange`,
    at: ['instructions'],
    needs: 'exchange',
    answer: ({ exchange }) => [...holdsWhen(exchange, 'passwordChanged'), noHurry],
    page: pages.help,
    next: ['hold', 'hold-shorten', 'duration'],
  },
  {
    id: 'hold-purchase',
    title: 'I just bought my XRP',
    wordings: `
      bought xrp yesterday cannot withdraw | paid by card or bank last week how long until i can send
      recent purchase hold | ach deposit hold | funds not settled | when can i withdraw what i bought
      bought xrp at exchange with my bank when can i move it | just bought | new purchase not withdrawable
      instant buy at exchange | deposit not cleared | i bought it last week with my card
      i bought xrp at exchange this week and cannot send | purchased xrp by bank transfer yesterday`,
    at: ['instructions'],
    needs: 'exchange',
    answer: ({ exchange }) => [...holdsWhen(exchange, 'recentPurchase'), noHurry],
    page: pages.help,
    next: ['hold', 'balance-low', 'hold-shorten'],
  },
  {
    id: 'hold-shorten',
    title: 'Can I make the wait shorter?',
    wordings: `
      speed up my withdrawal | can you make it faster | can i pay to make it faster
      someone offers to release my xrp sooner | skip the hold | can somedays be skipped
      pay a fee to unlock the withdrawal | they say i must pay tax or money before i can withdraw | hurry it up
      can exchange release it sooner | somebody unlocks my withdrawal for money | can the wait be cannotundo
      need it urgently today | can the hold be lifted | is there a way to avoid the hold`,
    answer: () => [
      'No. No one can make an exchange’s wait shorter, and anyone who offers to is a scammer.',
      'Your XRP is safe. Come back when the wait is over.',
    ],
    page: pages.safety,
    next: ['hold', 'fake-support', 'come-back'],
  },
  {
    id: 'not-arrived',
    title: 'My XRP hasn’t arrived',
    wordings: `
      xrp notarrived | exchange says sent but notarrived in my wallet | exchange says completed notarrived
      notarrived | i sent it hours ago notarrived | notarrived is it lost
      my wallet is empty still zero after sending | sent notarrived | xrp disappeared | did my transfer fail
      transaction failed | my xrp is gone from exchange and notarrived in my wallet | balance still zero
      exchange shows success but nothing in wallet | after somedays still nothing | it left exchange but notarrived
      transfer done yesterday wallet empty | stuck between exchange and wallet | xrp missing after the transfer`,
    at: ['instructions', 'success'],
    answer: (about) => [
      'It’s normal to wait a while. Most of the wait is your exchange checking the withdrawal.',
      ...numbered([
        `Open the withdrawal’s details at ${exchangeNameOf(about)} and copy the transaction hash. If there isn’t one, ${exchangeNameOf(about)} hasn’t sent your XRP yet.`,
        'Paste the hash into your guide. We’ll look it up and tell you in plain words whether the payment went through.',
        'If the payment failed, your XRP is still at the exchange. It may take up to a day to show up there.',
        'If the payment went through, open your wallet again and give it a minute. A payment takes about 5 seconds on the XRP network.',
      ]),
    ],
    page: pages.help,
    next: ['hash', 'hold', 'person'],
  },
  {
    id: 'hash',
    title: 'What is a transaction hash?',
    wordings: `
      where do i find the hash | how do i check my payment on an explorer | track my transfer | follow my payment
      hash | how do i check xrpl if it worked | did it work | howknow it arrived | howknow it success
      see it xrpl explorer | what is an explorer | check the status of my transfer | how do i know my xrp arrived
      look up my transaction | was the payment successful on the blockchain | how do i see whether it was successful
      is it confirmed xrpl | can i watch it on the blockchain`,
    at: ['instructions'],
    answer: (about) => [
      'The transaction hash is your payment’s ID number on the XRP network. It has 64 letters and numbers.',
      ...numbered([
        `Find the hash in the withdrawal details at ${exchangeNameOf(about)}. If there isn’t one, ${exchangeNameOf(about)} hasn’t sent your XRP yet.`,
        'Paste the hash into your guide. We’ll look it up and tell you in plain words what happened.',
        'To look up the payment yourself, use one of the three links in your guide. Anyone can see a payment there, but no one can change it.',
      ]),
    ],
    page: pages.help,
    next: ['not-arrived', 'hold', 'completed'],
  },
];
