import { detectSecret } from '@xrp-bridge/contracts/secrets';
import { describe, expect, test } from 'vitest';
import { cleanBase32, fromBase32, toBase32 } from './base32.ts';
import type { Bytes } from './bytes.ts';
import { type Fragment, fragmentLetters, groupsOf, makeFragments, readFragment, restoreSecret } from './fragments.ts';
import { makeSecret, setIdOf } from './keys.ts';

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

describe('Base32 for fragments', () => {
  test('encodes with Crockford’s alphabet, and decodes to the same bytes', () => {
    expect(toBase32(new TextEncoder().encode('hello'))).toBe('D1JPRV3F');
    for (let length = 0; length <= 40; length += 5) {
      const bytes = random(length);
      expect(fromBase32(toBase32(bytes))).toEqual(bytes);
    }
  });

  test('accepts typical variations of typing, and rejects any other text', () => {
    expect(cleanBase32(' o1l-iabc\u200b–d\n')).toBe('0111ABCD');
    for (const wrong of ['U1JPRV3F', 'd1jprv3f', 'D1JPRV3', 'D1JPRV3 ']) expect(fromBase32(wrong)).toBeUndefined();
  });
});

// Another program (HKDF and GF(256) in Python) made these fragments from the bytes 0 to 31. All later versions must
// read them, because customers have written down such fragments.
const golden = [
  '2582 G1S5 Q0QD Z0E3 AQZD P2JB 0B81 RZW9 GMDX BC2Q EJRB PW47 ZJPY 1RG9 JW3R VT1K',
  '2982 G1W0 CF0H P5JF XPFG SAV7 90A2 KBDZ P7RC Y8TC 0QDK PJYE 5NJQ KPK5 4K4B QDPB',
  '2D82 G1TP 6TWP KK4C 0CXH PGYE WSK8 C1MD KJV5 9HTN B4EB NEFX 3DAZ XD81 5DDZ 2NW1',
] as const;

const pairs = [
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 2],
  [2, 0],
  [2, 1],
] as const;

async function right(text: string): Promise<Fragment> {
  const read = await readFragment(text);
  if ('mistake' in read) throw new Error(read.mistake);
  return read;
}

describe('fragments', () => {
  test.each(pairs)('%i and %i from another program restore the secret', async (one, other) => {
    const secret = Uint8Array.from({ length: 32 }, (_, index) => index);
    expect(hexOf(await setIdOf(secret))).toBe('502807');
    expect(await restoreSecret(await right(golden[one]), await right(golden[other]))).toEqual({ secret });
  });

  test('restore the secret from any two, consist of groups of four characters, and do not trigger the secret detector', async () => {
    for (let time = 0; time < 50; time++) {
      const secret = makeSecret();
      const texts = await makeFragments(secret);
      expect(texts).toHaveLength(3);
      for (const text of texts) {
        expect(text).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4} ){15}[0-9A-HJKMNP-TV-Z]{4}$/);
        expect(groupsOf(text)).toEqual(text.split(' '));
        expect(detectSecret(text)).toBeNull();
      }
      const read = await Promise.all(texts.map(right));
      expect(read.map(({ number }) => number)).toEqual([1, 2, 3]);
      for (const [one, other] of pairs) {
        expect(await restoreSecret(read[one] as Fragment, read[other] as Fragment)).toEqual({ secret });
      }
    }
  });

  test('reveal nothing about the secret if only one is known', async () => {
    // A byte of a share has each value with the same probability, whatever the secret is. So over many splits, most of
    // the 256 values occur.
    const secret = new Uint8Array(32);
    const first = new Set<number>();
    for (let time = 0; time < 400; time++) {
      const [text = ''] = await makeFragments(secret);
      first.add((await right(text)).share[0] as number);
    }
    expect(first.size).toBeGreaterThan(150);
  });

  test('are read regardless of case, spaces, hyphens and look-alike letters', async () => {
    const [text] = golden;
    const expected = await right(text);
    for (const typed of [
      text.toLowerCase(),
      text.replaceAll(' ', ''),
      text.replaceAll(' ', '-'),
      `\n ${text.replaceAll('0', 'O').replaceAll('1', 'l')} \u200b`,
    ]) {
      expect(await readFragment(typed)).toEqual(expected);
    }
  });

  test('are rejected when any one character is changed', async () => {
    const letters = golden[0].replaceAll(' ', '');
    expect(letters).toHaveLength(fragmentLetters);
    for (let at = 0; at < letters.length; at++) {
      for (const digit of digits) {
        if (digit === letters[at]) continue;
        const changed = letters.slice(0, at) + digit + letters.slice(at + 1);
        expect([changed, await readFragment(changed)]).toEqual([changed, { mistake: 'changed' }]);
      }
    }
  });

  test('are rejected when two adjacent characters are swapped', async () => {
    const letters = golden[1].replaceAll(' ', '');
    for (let at = 0; at + 1 < letters.length; at++) {
      const [a, b] = [letters[at], letters[at + 1]];
      if (a === b) continue;
      const swapped = `${letters.slice(0, at)}${b}${a}${letters.slice(at + 2)}`;
      expect(await readFragment(swapped)).toEqual({ mistake: 'changed' });
    }
  });

  test.each([
    ['', { mistake: 'empty' }],
    [' - \u200b', { mistake: 'empty' }],
    ['2582 G1S5', { mistake: 'length', letters: 8 }],
    [`${golden[0]}0`, { mistake: 'length', letters: 65 }],
    [golden[0].replace('G', 'U'), { mistake: 'character', character: 'U' }],
    [golden[0].replace('G', '!'), { mistake: 'character', character: '!' }],
    [golden[0].replace('G', '😀'), { mistake: 'character', character: '😀' }],
  ])('are rejected with the reason if their text is %j', async (text, mistake) => {
    expect(await readFragment(text)).toEqual(mistake);
  });

  test('restore no secret if both are the same or belong to different sets', async () => {
    const one = await right(golden[0]);
    expect(await restoreSecret(one, one)).toEqual({ mistake: 'same' });
    const [, , text = ''] = await makeFragments(makeSecret());
    expect(await restoreSecret(one, await right(text))).toEqual({ mistake: 'other_set' });
  });

  test('restore no secret if they come from two splits of the same secret', async () => {
    const secret = makeSecret();
    for (let time = 0; time < 50; time++) {
      const [first = ''] = await makeFragments(secret);
      const [, second = ''] = await makeFragments(secret);
      // Both shares have the secret's set id, but are points of different polynomials.
      expect(await restoreSecret(await right(first), await right(second))).toEqual({ mistake: 'unfit' });
    }
  });
});
