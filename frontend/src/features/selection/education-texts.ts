import { paths } from '../../lib/paths.ts';
import type { Source } from '../../ui/sources.tsx';

/** A category of general topics about XRP. No topic makes a statement about XRP's future value. */
export interface Category {
  title: string;
  topics: readonly Topic[];
}

interface Topic {
  title: string;
  text: readonly string[];
  sources: readonly Source[];
  /** A page with more details. */
  more?: { title: string; to: string };
}

/** The date on which all texts were last checked against their sources. */
export const educationLastChecked = '2026-11-22';

const xrpl = (title: string, page: string): Source => ({
  title: `xrpl.org: ${title}`,
  url: `https://xrpl.org/docs/${page}`,
});

const whatIsXrp = xrpl('What is XRP?', 'introduction/what-is-xrp');
const whatIsTheLedger = xrpl('What is the XRP Ledger?', 'introduction/what-is-the-xrp-ledger');
const cryptoWallets = xrpl('Crypto wallets', 'introduction/crypto-wallets');
const transactionCost = xrpl('Transaction cost', 'concepts/transactions/transaction-cost');
const addresses = xrpl('Addresses', 'concepts/accounts/addresses');
const tags = xrpl('Source and destination tags', 'concepts/transactions/source-and-destination-tags');
const keys = xrpl('Cryptographic keys', 'concepts/accounts/cryptographic-keys');
const finalOrder: Source = {
  title: 'US District Court: order of 7 August 2024, SEC v. Ripple Labs',
  url: 'https://docs.justia.com/cases/federal/district-courts/new-york/nysdce/1:2020cv10832/551082/973',
};
const caseReport: Source = {
  title: 'Bloomberg Law: on the case, June 2025',
  url: 'https://news.bloomberglaw.com/securities-law/ripple-sec-bid-to-clear-path-for-settlement-rebuffed-by-judge',
};
const finraRisks: Source = {
  title: 'FINRA: Crypto assets, risks',
  url: 'https://www.finra.org/investors/investing/investment-products/crypto-assets/risks',
};
const attorneyGeneral: Source = {
  title: 'California Attorney General: Crypto assets',
  url: 'https://oag.ca.gov/crypto',
};
const nist: Source = {
  title: 'NIST: What is post-quantum cryptography?',
  url: 'https://www.nist.gov/cybersecurity/what-post-quantum-cryptography',
};

export const education: readonly Category[] = [
  {
    title: 'Utility & goals',
    topics: [
      {
        title: 'What is XRP for?',
        text: [
          'XRP is the coin of the XRP Ledger. It was made to send value to anyone in a few seconds, without a bank.',
          'Each payment costs a tiny bit of XRP. Nobody gets that fee: it is gone for good.',
        ],
        sources: [whatIsXrp, transactionCost],
      },
      {
        title: 'Who made it?',
        text: [
          'Three people built the XRP Ledger in 2011 and 2012. There were 100 billion XRP from the start. 80 billion of them went to the company that is now called Ripple.',
          'Ripple has sold XRP since then, and works on the XRP Ledger. We do not belong to it.',
        ],
        sources: [whatIsXrp],
      },
      {
        title: 'What did the court say?',
        text: [
          'In 2020 the SEC, which watches over markets in the US, took Ripple to court. It was about how Ripple had sold XRP.',
          'In 2023 the judge found that sales to large investors had broken the law. Sales on exchanges had not. In 2024 the court told Ripple to pay 125 million dollars.',
          'Each country has rules of its own. For yours, ask someone who knows them.',
        ],
        sources: [finalOrder, caseReport],
      },
    ],
  },
  {
    title: 'How it works',
    topics: [
      {
        title: 'How does a payment travel?',
        text: [
          'Your exchange signs the payment and hands it to the XRP Ledger. Many computers check it and agree on it. That takes a few seconds.',
          'From then on it stands. No one can take it back, not even your exchange.',
        ],
        sources: [whatIsTheLedger, keys],
      },
      {
        title: 'What is an address?',
        text: [
          'It says where your XRP should go. It begins with a small r, and is safe to share. A part of it is there to catch typing mistakes.',
        ],
        sources: [addresses, keys],
      },
      {
        title: 'What is a destination tag?',
        text: [
          'An exchange keeps the XRP of many people at one address. The tag is a number that says whose it is. Your own wallet needs none.',
        ],
        sources: [tags],
      },
    ],
  },
  {
    title: 'Value potential',
    topics: [
      {
        title: 'What moves the price?',
        text: [
          'The price is what people pay for it just now. News, new rules and the mood of the crowd can move it, fast and far.',
        ],
        sources: [finraRisks, whatIsXrp],
      },
      {
        title: 'What will it be worth?',
        text: [
          'Nobody knows. We do not, and no one who writes about it does. It can rise, and you can lose all of it.',
        ],
        sources: [finraRisks],
      },
      {
        title: 'Who promises a gain?',
        text: ['Somebody who wants your money. There is no sure gain with XRP, nor with any other coin.'],
        sources: [attorneyGeneral],
      },
    ],
  },
  {
    title: 'Wallet security',
    topics: [
      {
        title: 'Who can open my wallet?',
        text: [
          'Whoever has the recovery words. So write them on paper, keep them safe, and show them to no one.',
          'If you lose them, you are locked out. No one can help you then, not even the maker of the wallet.',
        ],
        sources: [keys, cryptoWallets],
      },
      {
        title: 'What kinds of wallets are there?',
        text: [
          'An app on your phone is easy to use. A small device of its own keeps the key off the internet, which is safer.',
        ],
        sources: [cryptoWallets],
      },
      {
        title: 'What about quantum computers?',
        text: [
          'They are new machines that are still being built. A strong one could break the keys that guard wallets today, on the XRP Ledger too.',
          'Nobody knows when there will be one. There is nothing to buy or to move because of it now.',
        ],
        sources: [nist, keys],
        more: { title: 'More about quantum computers and your XRP', to: paths.quantum },
      },
    ],
  },
];
