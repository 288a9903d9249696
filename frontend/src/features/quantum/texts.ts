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
      'It’s a new kind of machine that doesn’t work the way your phone does. Some math problems are too hard for today’s computers. A powerful quantum computer could solve a few of them fast.',
      'Today’s quantum computers are still far too weak for that.',
    ],
    sources: [nist],
  },
  {
    title: 'Is my XRP in danger today?',
    text: [
      'No. A secret key protects your wallet. No computer today can figure it out.',
      'But we want to be honest with you. The keys that protect XRP aren’t quantum-safe. There are two kinds, called secp256k1 and ed25519. A powerful one could break both.',
    ],
    sources: [keys, nist],
  },
  {
    title: 'What would have to happen first?',
    text: [
      'Someone would first have to build a far stronger quantum computer. No one knows when that will be.',
      'Banks, email, and other coins use similar keys. People all over the world are working on new ones.',
    ],
    sources: [nist],
  },
  {
    title: 'What are XRP’s developers doing?',
    text: [
      'They’ve drafted a plan for new keys that should hold up against a quantum computer. They’ve tried the keys on a test network. The real XRP network doesn’t have them yet.',
      'The XRP network can already do one thing that would help. A wallet can get a new key and keep its address.',
    ],
    sources: [draft, trial, keys],
  },
];

export const helpful: readonly string[] = [
  'Keep your recovery phrase on paper. Don’t show it to anyone.',
  'Keep your wallet app up to date. Only get it from its maker.',
  'If new keys ever come out, check your wallet’s official site for news. Don’t trust a message or a call.',
  'Take your time. You don’t need to buy or move anything because of this.',
];

export const harmful: readonly string[] = [
  'Never type a recovery phrase or a secret key into a page, a form, or a chat. Anyone who says that makes your wallet “quantum-safe” is a scammer.',
  'Never send XRP to an address someone gives you “to keep it safe.”',
  'Never buy a “quantum” wallet, account, or coin because someone scared you.',
  'Never let a caller see or control your screen.',
];
