/** Kinds of secret that a customer may paste by mistake. Each one gives full access to the coins. */
export type SecretKind = 'seed' | 'phrase' | 'private_key';

/**
 * Finds a secret in a typed or pasted text, so that the browser never sends it. Matches shapes without
 * checksums: a secret with one wrong letter is still a secret.
 *
 * - `seed`: an XRP Ledger family seed (s…, sEd…) or Xaman's eight groups of six digits
 * - `phrase`: a recovery phrase, 12 words or more
 * - `private_key`: 00… or ED… and 64 hex digits (XRP Ledger), 64 lower-case hex digits (MetaMask's format), a
 *   Bitcoin-style key (5…, K…, L…) or an extended key (xprv…)
 *
 * Transaction hashes have 64 hex digits too. The XRP Ledger and its explorers print them in upper case, so upper case
 * counts as a hash, and so does 0x… (Ethereum's format). For a hash input pass `'transaction_hash'`: then 64 hex
 * digits alone, or at the end of a link without other such digits, are never a secret.
 */
export function detectSecret(text: string, expected?: 'transaction_hash'): SecretKind | null {
  const plain = withoutInvisible(text.normalize('NFKC'));
  const compact = plain.replace(/\s+/g, '');
  if (familySeed.test(plain) || wholeFamilySeed.test(compact) || holdsSecretNumbers(plain)) return 'seed';
  if (longPrivateKey.test(plain) || longPrivateKey.test(compact) || encodedPrivateKey.test(plain)) return 'private_key';
  if (hexPrivateKey.test(plain) || hexPrivateKey.test(compact)) {
    // A second run of 64 digits in a link could be a private key.
    const isHash = hashOrLink.test(compact) && compact.match(/[0-9a-f]{64}/gi)?.length === 1;
    if (expected !== 'transaction_hash' || !isHash) return 'private_key';
  }
  return holdsPhrase(plain) ? 'phrase' : null;
}

/** Removes invisible characters of pasted text (zero width, direction marks, soft hyphens). */
export function withoutInvisible(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

// A seed of 16 bytes has 29 base58 characters, an ed25519 seed 31
// (https://xrpl.org/docs/references/protocol/data-types/base58-encodings). The pattern allows two more or fewer, for a
// lost or doubled letter. The required digit and upper-case letter exclude words and slugs.
const familySeed = /(?<![\w/.-])s(?=\w*\d)(?=\w*[A-Z])[1-9A-HJ-NP-Za-km-z]{26,32}(?!\w)/;
const wholeFamilySeed = /^s(?=\w*\d)(?=\w*[A-Z])[1-9A-HJ-NP-Za-km-z]{26,32}$/;

const longPrivateKey = /(?<![0-9A-Z])(?:00|ED)[0-9A-F]{64}(?![0-9A-Z])/i;
const hashOrLink = /^(?:https?:\/\/[\w./-]+\/)?[0-9a-f]{64}\/?$/i;
const hexPrivateKey = /(?<![0-9A-Za-z])(?=[0-9a-f]*[a-f])[0-9a-f]{64}(?![0-9A-Za-z])/;
const encodedPrivateKey = /\b(?:[5KL][1-9A-HJ-NP-Za-km-z]{50,51}|[xyz]prv[1-9A-HJ-NP-Za-km-z]{100,112})\b/;

/**
 * Matches rows A to H of six digits each (https://github.com/WietseWind/xrpl-secret-numbers),
 * optionally numbered 1 to 8.
 */
function holdsSecretNumbers(text: string): boolean {
  const numbers = (text.match(/\d+/g) ?? []).filter((digits) => digits.length > 1);
  let run = 0;
  return numbers.some((digits) => {
    run = digits.length === 6 ? run + 1 : 0;
    return run === 8 || digits.length === 48;
  });
}

/**
 * A recovery phrase is a run of 12 to 24 words (BIP-39: 3 to 8 letters each) without grammar. Ordinary
 * sentences break the run with a short word, a long word or one of the words below, none of which is a BIP-39 word. So
 * no word list is shipped, and misspelt, numbered, abbreviated and foreign phrases match as well.
 */
function holdsPhrase(text: string): boolean {
  let run = 0;
  for (const word of text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []) {
    run = word.length >= 3 && word.length <= 8 && !sentenceWords.has(word) ? run + 1 : 0;
    if (run >= 12) return true;
  }
  return false;
}

const sentenceWords = new Set(
  `accounts after against ago along and anyone anything app apps are arrived arrives asked asking atomic back bad
  bank been being big binance bitfinex bitstamp both bought but button buy called calls came cannot cant changed
  changes changing chose chosen clicked coinbase coinomi coins coming could crypto days deposits did didnt does
  doesnt doing done dont down each email entered enters even ever every everyone exodus failed fake fees five for
  four from gave gemini get gets getting goes going gone got hacked had has having helped her here hers him his
  hours how isn isnt its ive knows kraken kucoin last ledger less let liked likes links login look looked looking
  looks lost lot lots made mails makes making many maybe memo messages metamask might mine minutes missing money
  months most moved moving needed needs new nine not numbers onto opened opens others our ours out paid pay paying
  pending per perhaps pick picked puts quite read reading reads really received receives recovery reserve said saw
  says scam scams secure see seems seen send sending sends sent shall she should show showing shown shows sold
  some steps stolen stuck support tags take taken tangem tap than thanks the their theirs them these things think
  those through times told too took tried trying typed using verified via waiting wallet wallets wanted wanting
  wants was ways website week weeks went were which while who whom whose why with withdraw withdrew within without
  won wont working works would written wrote xaman xrp xrpl xumm years yes yet your yours yourself`
    .split(/\s+/)
    .filter(Boolean),
);
