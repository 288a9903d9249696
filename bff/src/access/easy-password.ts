import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/**
 * Hashes of the 5,000 most common passwords of at least 12 characters, in lower case.
 * The passwords are those of SecLists (https://github.com/danielmiessler/SecLists,
 * `xato-net-10-million-passwords-1000000.txt`), which come from breaches. Each line is the start of a SHA-256, so that
 * the file contains no password that anyone uses.
 */
const commonPasswords = new URL('common-passwords.txt', import.meta.url);

/** The minimum length without obvious words. The contract requires this length with them. */
const shortestPassword = 12;

/** Words that an attacker tries first, besides the names of the product, the host and the operator. */
const obviousWords = ['password', 'operator', 'owner', 'admin', 'ledger', 'ripple', 'xrp'];

/**
 * Returns whether a password is common, or is too short without obvious words.
 * @param names the product's name, its host and the operator's name
 */
export async function isEasyPassword(password: string, names: readonly string[]): Promise<boolean> {
  const lower = password.toLowerCase();
  const words = [...obviousWords, ...names.flatMap(wordsIn)];
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), lower);
  return rest.length < shortestPassword || (await isCommon(lower));
}

/** Returns the words of at least three letters, because shorter ones are parts of many other words. */
function wordsIn(name: string): string[] {
  return name.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
}

async function isCommon(password: string): Promise<boolean> {
  const hash = createHash('sha256').update(password).digest('base64url').slice(0, 8);
  return (await readFile(commonPasswords, 'utf8')).split('\n').includes(hash);
}
