import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from '@swc/core';

/**
 * Files with texts for customers.
 * The assistant's answers have their own tests, and operators' pages are exempt.
 */
const sources = [
  'frontend/src/**/*.{ts,tsx}',
  'libs/guidance/src/{*,guides/**/*}.ts',
  'services/notification/src/mails/*.ts',
  'services/transfer/src/domain/destination.ts',
  'contracts/src/{drops,exchanges,inputs,mistakes,pages,problem,refund-terms,refund-way,wallets,xrp-address}.ts',
];

/** Words that customers must not read, and their replacements. */
const unwanted: readonly { words: RegExp; instead: string }[] = [
  { words: /cbXRP|\bNFT\b/, instead: 'call it another token, or a gift' },
  { words: /please configure/i, instead: 'a customer configures nothing' },
  { words: /(?<!XRP )\bledger\b(?!\.\w)/, instead: '“the XRP Ledger”: a Ledger is a wallet, too' },
  {
    words:
      /(?<!Good job|Nice work|You got it|Concierge activated|Payment successful|You’re back|I’m here to help)!(?=$|[\s”])/,
    instead: 'a full stop',
  },
  { words: /(?<=\p{L})'(?=\p{L})|(?<=^|\s)"(?=\p{L})/u, instead: 'curly quotes' },
  { words: /(?<!XRP )transfer assistant|ask the guide/i, instead: '“the assistant”' },
  { words: /\bJuly\b|approval pending|pending provider|\bQFS\b/i, instead: 'nothing: it is not true' },
];

/** Lists unwanted words in texts for customers below `root` (a tree laid out like this repository). */
export async function findUnwantedWords(root: string): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob(sources, { cwd: root })) {
    if (/\.test\.tsx?$/.test(file) || file.includes('/operator')) continue;
    for (const text of await textsOf(join(root, file))) {
      for (const { words, instead } of unwanted) if (words.test(text)) found.push(`${file}: “${text}” (${instead})`);
    }
  }
  return found.sort();
}

/**
 * Returns the texts of a file that look like prose: texts of several words, and single words with `!`
 * or an apostrophe.
 */
async function textsOf(path: string): Promise<string[]> {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, value, cooked } = node as Record<string, unknown>;
    if (type === 'ImportDeclaration') return;
    if (type === 'StringLiteral' || type === 'JSXText') texts.push(String(value));
    if (type === 'TemplateElement') texts.push(String(cooked));
    for (const child of Object.values(node)) visit(child);
  };
  visit(await parse(await readFile(path, 'utf8'), { syntax: 'typescript', tsx: path.endsWith('x'), target: 'esnext' }));
  return texts
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => /^Error$|[\p{L}’“”]{2,} \S|[!']/u.test(text));
}
