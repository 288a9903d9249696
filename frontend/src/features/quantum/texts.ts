import type { Source } from '../../ui/sources.tsx';

/** The date on which all texts were last checked against their sources. */
export const lastChecked = '2026-11-22';

const keys: Source = {
  title: 'xrpl.org: Cryptographic keys',
  url: 'https://xrpl.org/docs/concepts/accounts/cryptographic-keys',
};
const nist: Source = {
  title: 'NIST: What is post-quantum cryptography?',
  url: 'https://www.nist.gov/cybersecurity/what-post-quantum-cryptography',
};
const draft: Source = {
  title: 'XRPL Commons: The draft for new keys, 2025',
  url: 'https://docs.xrpl-commons.org/core-dev-bootcamp/module05/appendices/xls-d',
};
const trial: Source = {
  title: 'XRPLF on GitHub: The keys in a test network, 2025',
  url: 'https://github.com/XRPLF/rippled/pull/6162',
};

/**
 * Questions of customers who worry about quantum computers.
 * The answers give no dates, because all forecasts are uncertain.
 */
export const questions: readonly { title: string; text: readonly string[]; sources: readonly Source[] }[] = [
  {
    title: 'What is a quantum computer?',
    text: [
      'It is a new kind of machine, and works in another way than your phone does. Some sums are too hard for any machine of today. A strong quantum computer could do a few of them fast.',
      'Those that are there today are still far too weak for that.',
    ],
    sources: [nist],
  },
  {
    title: 'Is my XRP in danger today?',
    text: [
      'No. A secret key guards your wallet. No computer of today can work it out from what others can see of it.',
      'But we want to be honest with you. The keys of the XRP Ledger are not quantum-safe. There are two kinds, with the names secp256k1 and ed25519. A strong quantum computer could break both.',
    ],
    sources: [keys, nist],
  },
  {
    title: 'What would have to happen first?',
    text: [
      'Someone would have to build a far stronger one than there is today. Nobody knows when that will be.',
      'Banks, e-mail and other coins use keys of much the same kind. So people all over the world work on new ones.',
    ],
    sources: [nist],
  },
  {
    title: 'What do the makers of the XRP Ledger do?',
    text: [
      'They have written a draft for new keys that a quantum computer should not break. They have tried them out in a test network. The XRP Ledger that holds your XRP does not have them yet.',
      'It can do one thing already that would help: a wallet can get a new key and keep its address.',
    ],
    sources: [draft, trial, keys],
  },
];

export const helpful: readonly string[] = [
  'Keep your recovery words on paper. Show them to no one.',
  'Keep your wallet app up to date. Get it only where its maker offers it.',
  'Are there new keys one day? Then look for the news on your wallet’s own page. Do not trust a message or a call.',
  'Take your time. There is nothing to buy, and nothing to move because of this.',
];

export const harmful: readonly string[] = [
  'Type recovery words or a secret key into a page, a form or a chat. It makes nothing “quantum-safe”. It is a fraud.',
  'Send XRP to an address that someone gives you to keep it safe.',
  'Buy a “quantum” wallet, account or coin because somebody frightens you.',
  'Let somebody who calls you see or steer your screen.',
];
