import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Hashes of 4,930 common passwords of at least 12 characters, in lower case.
 * The passwords are those of SecLists (https://github.com/danielmiessler/SecLists, MIT license,
 * `xato-net-10-million-passwords-1000000.txt`), which come from breaches. Each line is the start of a SHA-256, so that
 * the file contains no password that anyone uses. `@zxcvbn-ts/language-common` has only 308 passwords of this length.
 */
const commonPasswords = new URL('common-passwords.txt', import.meta.url);

/** The minimum length without obvious words. The contract requires this length with them. */
const shortestPassword = 12;

/** Words that an attacker tries first, besides the names of the product, its address and the operator. */
const obviousWords = ['password', 'operator', 'owner', 'admin', 'ledger', 'ripple', 'xrp'];

/**
 * Returns whether a password is common, or is too short without obvious words.
 * @param names the product's name, its address and the operator's name
 */
export function isEasyPassword(password: string, names: readonly string[]): boolean {
  const lower = password.toLowerCase();
  const words = [...obviousWords, ...names.flatMap(wordsIn)];
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), lower);
  return rest.length < shortestPassword || isCommon(lower);
}

/** Returns the words of at least three letters, because shorter ones are parts of many other words. */
function wordsIn(name: string): string[] {
  return name.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
}

function isCommon(password: string): boolean {
  const hash = createHash('sha256').update(password).digest('base64url').slice(0, 8);
  return readFileSync(commonPasswords, 'utf8').split('\n').includes(hash);
}
