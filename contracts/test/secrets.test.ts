import fc from 'fast-check';
import { encodeSeed } from 'ripple-address-codec';
import { describe, expect, it } from 'vitest';
import { detectSecret } from '../src/secrets.ts';

// Published test values that protect no real account.
const seed = 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb';
const phrase = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above';
const secretNumbers = '399150 474506 009147 088773 432160 282843 253738 605430';
const hash = 'E08D6E9754025BA2534A78707605E0601F03ACE063687A0CA1BDDACFCD1698C7';

describe('detectSecret finds', () => {
  it.each([
    ['a family seed', seed, 'seed'],
    ['a seed in a sentence', `my key is ${seed}, what now?`, 'seed'],
    ['a seed without its last letter', seed.slice(0, -1), 'seed'],
    ['a seed broken by a mail program', `${seed.slice(0, 12)}\n${seed.slice(12)}`, 'seed'],
    ['a seed with invisible characters', `${seed.slice(0, 5)}\u200B${seed.slice(5)}`, 'seed'],
    ['an ed25519 seed', 'sEdTM1uX8pu2do5XvTnutH6HsouMaM2', 'seed'],
    ['Xaman’s secret numbers', secretNumbers, 'seed'],
    [
      'secret numbers with their rows',
      secretNumbers
        .split(' ')
        .map((row, i) => `${'ABCDEFGH'[i]}: ${row}`)
        .join('\n'),
      'seed',
    ],
    [
      'numbered secret numbers',
      secretNumbers
        .split(' ')
        .map((row, i) => `${i + 1}. ${row}`)
        .join('\n'),
      'seed',
    ],
    ['secret numbers without spaces', secretNumbers.replaceAll(' ', ''), 'seed'],
    ['a phrase of 12 words', phrase, 'phrase'],
    ['a phrase in capitals', phrase.toUpperCase(), 'phrase'],
    [
      'a numbered phrase',
      phrase
        .split(' ')
        .map((word, i) => `${i + 1}. ${word}`)
        .join('\n'),
      'phrase',
    ],
    ['a phrase with commas', phrase.replaceAll(' ', ', '), 'phrase'],
    ['a phrase in a question', `Is this right: ${phrase}? I got it from my old phone.`, 'phrase'],
    ['a misspelt phrase', phrase.replace('absurd', 'absurt').replace('doctor', 'docter'), 'phrase'],
    ['a phrase of 24 words', `${'abandon '.repeat(23)}art`, 'phrase'],
    ['a Spanish phrase', 'ábaco abdomen abeja abierto abogado abono aborto abrazo abrir abuelo abuso acabar', 'phrase'],
    ['an XRP Ledger private key', `00${hash}`, 'private_key'],
    ['an ed25519 private key', `ED${hash}`, 'private_key'],
    ['a key as MetaMask shows it', hash.toLowerCase(), 'private_key'],
    ['a Bitcoin key', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ', 'private_key'],
  ])('%s', (_, text, kind) => {
    expect(detectSecret(text)).toBe(kind);
  });

  it('every possible family seed with a digit and a capital letter', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        fc.constantFrom('secp256k1', 'ed25519'),
        (entropy, type) => {
          const made = encodeSeed(entropy, type as 'secp256k1' | 'ed25519');
          fc.pre(/\d/.test(made) && /[A-Z]/.test(made));
          expect(detectSecret(made)).toBe('seed');
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('detectSecret ignores', () => {
  it.each([
    ['an empty text', ''],
    ['an address', 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN'],
    ['an X-address', 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6M4nTcCp9iyQwu7Q9Nv'],
    ['a transaction hash', hash],
    ['an Ethereum transaction hash', `0x${hash.toLowerCase()}`],
    ['a transfer id', '0af7651916cd43dd8448eb211c80319c'],
    ['a tag', '4294967295'],
    ['an e-mail address', 'someone.with.a.long.name@example-company.com'],
    ['a link', 'https://support.kraken.com/hc/en-us/articles/7631228462484-Adding-and-confirming-a-new-address'],
    ['dates and amounts', 'On 20112026 I sent 250000 XRP, on 21112026 another 250000, fee 000010'],
    ['a sentence in capitals', 'HELP MY XRP IS GONE I SENT IT TO MY WALLET AND IT DOES NOT SHOW UP PLEASE HELP ME NOW'],
    [
      'twelve or more words without punctuation',
      'trust wallet not showing xrp balance after transfer from coinbase three days ago please help',
    ],
    ['a question of simple words', 'where does the money that was sent from coinbase appear when it is done please'],
    [
      'a long question',
      'Why does Coinbase ask for a destination tag when Xaman says that my own wallet does not need one?',
    ],
    [
      'a sentence about a plan',
      'First I want to send two XRP as a test, then wait until they arrive, then send all the rest of them.',
    ],
    [
      'a question about recovery phrases',
      'Somebody asked me for my twelve word recovery phrase, should I give it to them or is it a scam?',
    ],
    [
      'Spanish',
      'No entiendo por qué mi dinero no llega a la cartera que tengo en mi teléfono desde ayer por la tarde.',
    ],
    ['German', 'Ich habe gestern meine Coins von Kraken an meine eigene Wallet geschickt und sie sind noch nicht da.'],
  ])('%s', (_, text) => {
    expect(detectSecret(text)).toBeNull();
  });

  it('64 hex digits in a field for a transaction hash, but no other secret in that field', () => {
    expect(detectSecret(hash.toLowerCase(), 'transaction_hash')).toBeNull();
    expect(detectSecret(` ${hash.toLowerCase()}\n`, 'transaction_hash')).toBeNull();
    expect(detectSecret(`https://xrpscan.com/tx/${hash.toLowerCase()}/`, 'transaction_hash')).toBeNull();
    expect(detectSecret(`my private key is ${hash.toLowerCase()}`, 'transaction_hash')).toBe('private_key');
    const holdsKey = `https://xrpscan.com/${hash.toLowerCase()}/tx/${hash}`;
    expect(detectSecret(holdsKey, 'transaction_hash')).toBe('private_key');
    expect(detectSecret(`00${hash}`, 'transaction_hash')).toBe('private_key');
    expect(detectSecret(seed, 'transaction_hash')).toBe('seed');
  });
});
