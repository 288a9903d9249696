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
  title: 'US District Court: order of August 7, 2024, SEC v. Ripple Labs',
  url: 'https://docs.justia.com/cases/federal/district-courts/new-york/nysdce/1:2020cv10832/551082/973',
};
const caseReport: Source = {
  title: 'Bloomberg Law: report on the case, June 2025',
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
          'XRP is the coin used on a network called the XRP Ledger. It was made to send value to anyone in a few seconds, without a bank.',
          'Each payment costs a tiny bit of XRP. No one gets that fee. It’s destroyed.',
        ],
        sources: [whatIsXrp, transactionCost],
      },
      {
        title: 'Who made XRP?',
        text: [
          'Three people built the network in 2011 and 2012. There were 100 billion XRP from the start. Of those, 80 billion went to the company now called Ripple.',
          'Since then, Ripple has sold some of its XRP and helped build the network. We’re not part of Ripple.',
        ],
        sources: [whatIsXrp],
      },
      {
        title: 'What did the court say?',
        text: [
          'In 2020, the SEC took Ripple to court over how it had sold XRP. The SEC watches over US markets.',
          'In 2023, the judge ruled that sales to large investors broke the law, but sales on exchanges didn’t. In 2024, the court ordered Ripple to pay $125 million.',
          'Each country has its own rules. Ask someone who knows yours.',
        ],
        sources: [finalOrder, caseReport],
      },
    ],
  },
  {
    title: 'How it works',
    topics: [
      {
        title: 'What happens when I send?',
        text: [
          'Your exchange signs the payment and sends it to the XRP network. Many computers check it and agree on it. That takes a few seconds.',
          'After that, it’s final. No one can undo it, not even your exchange.',
        ],
        sources: [whatIsTheLedger, keys],
      },
      {
        title: 'What is an address?',
        text: [
          'An address says where your XRP should go. It starts with a lowercase r and is safe to share. Part of it is there to catch typos.',
        ],
        sources: [addresses, keys],
      },
      {
        title: 'What is a destination tag?',
        text: [
          'An exchange keeps many people’s XRP at one address. The tag is a number that says whose XRP it is. Your own wallet doesn’t need one.',
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
          'The price is what people are paying for XRP right now. News, new rules, and how people feel can move it fast and far.',
        ],
        sources: [finraRisks, whatIsXrp],
      },
      {
        title: 'What will XRP be worth?',
        text: [
          'No one knows, not even us or anyone who writes about XRP. The price can go up, but you can also lose all your money.',
        ],
        sources: [finraRisks],
      },
      {
        title: 'Can I be sure I’ll make money?',
        text: [
          'No. You can never be sure you’ll make money with XRP, or with any other coin. If someone says you can, they want your money.',
        ],
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
          'Anyone who has the recovery phrase. Write it on paper, keep it safe, and don’t show it to anyone.',
          'If you lose the phrase, you’re locked out. No one can help you then, not even the company that makes the wallet.',
        ],
        sources: [keys, cryptoWallets],
      },
      {
        title: 'What kinds of wallets are there?',
        text: [
          'An app on your phone is easy to use. A small device just for your keys is safer. It keeps them off the internet.',
        ],
        sources: [cryptoWallets],
      },
      {
        title: 'What about quantum computers?',
        text: [
          'Quantum computers are new, and they’re still being built. A strong one could break the keys that protect wallets today, including XRP wallets.',
          'No one knows when that will happen. You don’t need to buy or move anything because of it now.',
        ],
        sources: [nist, keys],
        more: { title: 'More about quantum computers and your XRP', to: paths.quantum },
      },
    ],
  },
];
