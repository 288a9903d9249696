import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { type Entry, listOf, pages, reachPerson } from '../entry.ts';

const guidePrice = `$${formatCents(prices.guide)}`;
const conciergePrice = `$${formatCents(prices.concierge)}`;
const bundlePrice = `$${formatCents(prices.bundle)}`;

/** Entries about prices, payment methods and refunds. */
export const paymentEntries: readonly Entry[] = [
  {
    id: 'price',
    title: 'What does the guide cost?',
    wordings: `
      how much do you charge | what does it cost | what is your fee | how much is the guide
      how much is it altogether | is it free | do i pay per transfer or a percentage of the amount
      is it a subscription | do i pay every month | what will i be charged in total | how much is this service
      what do i owe you | price of your help | do you take a cut | guideprice | is the guideprice all
      how much do i have to pay you | anything else to pay besides guideprice | is it guideprice each time
      do pensioners get a discount | what is it going to cost me`,
    at: ['home', 'payment'],
    answer: ({ product }) => [
      `The guide costs ${guidePrice} for one guided transfer. You pay once, no matter how much XRP you move.`,
      ...(product.conciergeOffered
        ? [
            `You can add the concierge for ${conciergePrice}, for a total of ${bundlePrice}. You don’t need it for your transfer.`,
          ]
        : []),
      'Your exchange charges its own withdrawal fee and shows it before you confirm. None of it goes to us.',
    ],
    page: pages.fees,
    next: ['exchange-fee', 'refund', 'payment-ways'],
  },
  {
    id: 'concierge',
    title: 'What is the concierge?',
    wordings: `
      do i need the concierge | what do i get with the concierge upgrade | how much is the concierge | concierge
      what is the total price with the concierge | is concierge lifetime or monthly | bundleprice | why bundleprice
      difference between guide and guide with concierge | is the concierge worth it | deviation alerts newsletter market notes
      what is the bundleprice for | can i buy the concierge later`,
    at: ['concierge', 'success'],
    answer: ({ product }) => [
      'The concierge is an optional extra. You get calm market notes about what has already happened, and an alert when a price makes an unusual move.',
      product.conciergeOffered
        ? `The concierge costs ${conciergePrice} on top of the guide, for a total of ${bundlePrice}. You pay once and get lifetime access.`
        : 'We’re not selling the concierge right now. If you already have it, you’ll keep it.',
      'You don’t need the concierge for your transfer.',
      refundTerms.concierge,
    ],
    page: pages.concierge,
    next: ['price', 'refund', 'payment-ways'],
  },
  {
    id: 'refund',
    title: 'Can I get a refund?',
    wordings: `
      refund | can you refund me | how do i ask for a refund | what are the refund terms | is there a guarantee
      i changed my mind and do not want the guide any more | cancel my order and refund me
      it did not work i want a refund | refund for the concierge | until when can i ask for a refund
      i am not satisfied | when is a refund possible | give back what i paid
      can i cannotundo my purchase of the guide | give me back my guideprice | give me my money back
      cannotundo my purchase`,
    at: ['payment'],
    answer: () => [
      `For the guide: ${refundTerms.guide}`,
      `For the concierge: ${refundTerms.concierge}`,
      refundWay.how,
      refundWay.back,
    ],
    page: pages.fees,
    next: ['refund-time', 'person', 'price'],
  },
  {
    id: 'refund-time',
    title: 'How long does a refund take?',
    wordings: `
      when will i get my refund | refund has not arrived on my card | how many days until the refund is there
      still no refund on my bank account | refund notarrived | my money is not back on the card yet`,
    answer: () => ['Your refund goes back to the card or account you paid with.', refundWay.back],
    page: pages.fees,
    next: ['refund', 'person'],
  },
  {
    id: 'payment-ways',
    title: 'How can I pay?',
    wordings: `
      which payment methods do you take | can i pay with handpay | can i pay by card or applepay | do you take handpay
      do you accept bank transfer venmo cash app zelle | can i pay in xrp or crypto | i have no card how can i pay
      do you accept american express or visa | pay by check or cash | which cards | handpay | applepay
      send xrp as payment for the guide | is it safe to enter my card here | can i use my bank account to pay`,
    at: ['payment', 'payment-error'],
    answer: ({ product }) => [
      'You can pay by card, Apple Pay, or Google Pay.',
      ...(product.manualPayments.length > 0
        ? [
            `If card payment isn’t available, the checkout page also offers ${listOf(product.manualPayments)}. Someone from our team will check your payment and open your guide.`,
          ]
        : []),
      'Never pay in XRP. We’ll never ask you to.',
    ],
    page: pages.fees,
    next: ['payment-failed', 'refund', 'is-it-safe'],
  },
  {
    id: 'payment-failed',
    title: 'My payment isn’t working',
    wordings: `
      my card was declined | card not accepted | payment failed what now | payment error at checkout
      my bank refuses the payment | card payment is temporarily unavailable | i cannot pay the page does not load
      was i charged when the payment failed | was i charged | the pay button does nothing
      nothing happens when i click pay | checkout says try again | checkout does not work
      the card does not go through | payment keeps failing | site frozen during payment | the page hangs when i pay
      error when i pay | payment did not go through | transaction declined by the bank at your checkout
      declined by issuer | payment not going through`,
    at: ['payment-error', 'payment'],
    answer: () => [
      'If your card was declined or card payment isn’t available, you weren’t charged, and your transfer is saved.',
      'Wait a minute and press “Try again,” or use a different card.',
      'If it still doesn’t work, leave your email address on the payment page. Someone from our team will get back to you.',
    ],
    page: pages.help,
    next: ['payment-ways', 'person'],
  },
  {
    id: 'paid-no-guide',
    title: 'I paid. Where is my guide?',
    wordings: `
      i paid but i dont see any instructions | paid and nothing happened | where are my instructions afterpay
      i paid guideprice and got nothing | i paid but it still says not paid | i paid and it is still locked | the money left my bank but the page says not paid yet | guide does not open afterpay
      i paid and the page is empty | no instructions after my payment | instructions not loading | failed to fetch instructions`,
    at: ['payment', 'instructions'],
    answer: (about) => [
      'Your guide opens on your transfer’s page as soon as your payment is confirmed.',
      'Everything you entered is saved.',
      `If your guide doesn’t open, don’t pay again. ${reachPerson(about)}`,
    ],
    page: pages.help,
    next: ['come-back', 'receipt', 'person'],
  },
  {
    id: 'paid-twice',
    title: 'I was charged twice',
    wordings: `
      you took the money two times | double charge on my card | i paid twice by accident | charged me more than once
      two payments on my statement | the bank took 8 dollars | wrong sum taken from my account | you charged too much
      you billed me double`,
    answer: (about) => [
      'If you were charged twice, we’ll check it and refund the extra payment.',
      reachPerson(about),
      'Please include your reference.',
    ],
    page: pages.help,
    next: ['refund', 'refund-time', 'person'],
  },
  {
    id: 'receipt',
    title: 'Where is my receipt?',
    wordings: `
      i need an invoice | did not get a receipt by mail | confirmation mail of my payment | proof of payment | receipt
      i did not get your mail with the receipt`,
    at: ['payment', 'instructions', 'success'],
    answer: (about) => [
      'If you gave us your email address when you paid, we emailed you a receipt with a link to your guide.',
      'Don’t see our email? Check your spam folder.',
      reachPerson(about),
    ],
    page: pages.help,
    next: ['come-back', 'person', 'refund'],
  },
];
