import { ml_kem768 } from '@noble/post-quantum/ml-kem.js';
import { detectSecret } from '@xrp-bridge/contracts/secrets';
import { describe, expect, test } from 'vitest';
import { dependencies } from '../../../package.json';
import vectors from '../../../test/fixtures/ml-kem-768-acvp.json';
import { cleanBase32, fromBase32, toBase32 } from './base32.ts';
import { type Bytes, join } from './bytes.ts';
import { type Fragment, fragmentLetters, groupsOf, makeFragments, readFragment, restoreSecret } from './fragments.ts';
import { deriveKeys, makeSecret, setIdOf } from './keys.ts';
import { makeKit } from './make-kit.ts';
import { mostMegabytes, SealProblem, seal, unseal } from './seal.ts';
import { inside } from './texts.ts';

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));

function bytesOf(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

describe('ML-KEM-768, by the cases of NIST’s ACVP', () => {
  test.each(vectors.keyGen)('makes the keys of case $tcId', ({ d, z, ek, dk }) => {
    const { publicKey, secretKey } = ml_kem768.keygen(join(bytesOf(d), bytesOf(z)));
    expect(hexOf(publicKey)).toBe(ek);
    expect(hexOf(secretKey)).toBe(dk);
  });

  test.each(vectors.encapsulation)('wraps as case $tcId', ({ ek, m, c, k }) => {
    const { cipherText, sharedSecret } = ml_kem768.encapsulate(bytesOf(ek), bytesOf(m));
    expect(hexOf(cipherText)).toBe(c);
    expect(hexOf(sharedSecret)).toBe(k);
  });

  test.each(vectors.decapsulation)('unwraps as case $tcId ($reason)', ({ dk, c, k }) => {
    expect(hexOf(ml_kem768.decapsulate(bytesOf(c), bytesOf(dk)))).toBe(k);
  });
});

test.each(['@noble/post-quantum', 'shamir-secret-sharing'] as const)(
  'what the page says of who has checked %s is said of the version that is in use',
  (library) => expect(inside.join(' ')).toContain(`“${library}” ${dependencies[library]}.`),
);

describe('writing bytes down', () => {
  test('as Crockford does, and back', () => {
    expect(toBase32(new TextEncoder().encode('hello'))).toBe('D1JPRV3F');
    for (let length = 0; length <= 40; length += 5) {
      const bytes = random(length);
      expect(fromBase32(toBase32(bytes))).toEqual(bytes);
    }
  });

  test('forgives what hands do, and nothing else', () => {
    expect(cleanBase32(' o1l-iabc\u200b–d\n')).toBe('0111ABCD');
    for (const wrong of ['U1JPRV3F', 'd1jprv3f', 'D1JPRV3', 'D1JPRV3 ']) expect(fromBase32(wrong)).toBeUndefined();
  });
});

describe('a secret', () => {
  test('always has the same keys, and another one has others', async () => {
    const secret = makeSecret();
    const keys = await deriveKeys(secret);
    expect(await deriveKeys(secret.slice())).toEqual(keys);
    expect([keys.publicKey.length, keys.secretKey.length, keys.setId.length]).toEqual([1184, 2400, 3]);
    const other = await deriveKeys(makeSecret());
    expect(hexOf(other.publicKey)).not.toBe(hexOf(keys.publicKey));
    expect(makeSecret()).not.toEqual(makeSecret());
  });
});

// Made by another program (HKDF and GF(256) in Python) from the bytes 0 to 31: what was written down stays readable.
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
  test.each(pairs)('%i and %i bring a secret back, whoever wrote them', async (one, other) => {
    const secret = Uint8Array.from({ length: 32 }, (_, index) => index);
    expect(hexOf(await setIdOf(secret))).toBe('502807');
    expect(await restoreSecret(await right(golden[one]), await right(golden[other]))).toEqual({ secret });
  });

  test('any two of three bring any secret back; they are in groups of four, and no guard of ours takes them', async () => {
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

  test('one alone says nothing of the secret: it goes with every other one', async () => {
    // With one share known, each secret byte is as likely as any other: over many splits all of them turn up.
    const secret = new Uint8Array(32);
    const first = new Set<number>();
    for (let time = 0; time < 400; time++) {
      const [text = ''] = await makeFragments(secret);
      first.add((await right(text)).share[0] as number);
    }
    expect(first.size).toBeGreaterThan(150);
  });

  test('capitals, spaces, hyphens and look-alikes do not matter', async () => {
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

  test('one character changed, wherever and to whatever, is said', async () => {
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

  test('two characters swapped are said', async () => {
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
  ])('%j is none, and why is said', async (text, mistake) => {
    expect(await readFragment(text)).toEqual(mistake);
  });

  test('the same twice, and one of another set, bring nothing back', async () => {
    const one = await right(golden[0]);
    expect(await restoreSecret(one, one)).toEqual({ mistake: 'same' });
    const [, , text = ''] = await makeFragments(makeSecret());
    expect(await restoreSecret(one, await right(text))).toEqual({ mistake: 'other_set' });
  });

  test('those of two cuts of one secret bring nothing wrong back', async () => {
    const secret = makeSecret();
    for (let time = 0; time < 50; time++) {
      const [first = ''] = await makeFragments(secret);
      const [, second = ''] = await makeFragments(secret);
      // Both have the set of the secret, but lie on different curves.
      expect(await restoreSecret(await right(first), await right(second))).toEqual({ mistake: 'unfit' });
    }
  });
});

describe('a locked file', () => {
  const content = (size: number) =>
    new Blob(Array.from({ length: Math.ceil(size / 65_536) }, (_, at) => random(Math.min(65_536, size - at * 65_536))));
  const bytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

  // None at all; just below, at and above the end of a part (its name of five letters, and two bytes, come first).
  test.each([0, 1, 2 ** 20 - 8, 2 ** 20 - 7, 2 ** 20 - 6, 2 ** 21 - 7, 3_000_000])(
    'of %i bytes is opened as it was, under its name, and is only a little larger',
    async (size) => {
      const { keys } = await makeKit();
      const file = content(size);
      const parts: number[] = [];
      const sealed = await seal(file, 'a.txt', keys, (done) => parts.push(done));
      expect(sealed.size - size).toBeLessThan(1_400);
      expect(parts.at(-1)).toBe(1);
      const opened = await unseal(sealed, keys);
      expect(opened.name).toBe('a.txt');
      expect(hexOf((await bytes(opened.content)).slice(0, 64))).toBe(hexOf((await bytes(file)).slice(0, 64)));
      expect(await crypto.subtle.digest('SHA-256', await opened.content.arrayBuffer())).toEqual(
        await crypto.subtle.digest('SHA-256', await file.arrayBuffer()),
      );
    },
  );

  test('is locked otherwise each time, and says neither its name nor what is in it', async () => {
    const { keys } = await makeKit();
    const note = new Blob(['meet me at the old bridge']);
    const [one, other] = [await seal(note, 'secret-plan.txt', keys), await seal(note, 'secret-plan.txt', keys)];
    const text = new TextDecoder('latin1').decode(await one.arrayBuffer());
    expect(text).not.toMatch(/bridge|plan/);
    expect(text).not.toBe(new TextDecoder('latin1').decode(await other.arrayBuffer()));
  });

  test('with one bit changed anywhere is not opened', async () => {
    const { keys } = await makeKit();
    const sealed = await bytes(await seal(new Blob(['a note']), 'note.txt', keys));
    const places = [0, 7, 8, 10, 11, 500, 1098, 1099, 1138, 1139, sealed.length - 17, sealed.length - 1];
    for (const at of places) {
      const changed = sealed.slice();
      changed[at] = (changed[at] as number) ^ 1;
      const code = at < 8 ? 'not_locked' : at < 11 ? 'other_set' : 'damaged';
      await expect(unseal(new Blob([changed]), keys), `byte ${at}`).rejects.toMatchObject({ code });
    }
  });

  test('with parts left out, swapped or added is not opened', async () => {
    const { keys } = await makeKit();
    const sealed = await seal(content(2_500_000), 'a.bin', keys);
    const [head, part] = [1139, 2 ** 20 + 16];
    const cut = (from: number, to?: number) =>
      sealed.slice(head + from * part, to === undefined ? undefined : head + to * part);
    const header = sealed.slice(0, head);
    const broken = [
      [header, cut(0, 1)],
      [header, cut(0, 2)],
      [header, cut(1)],
      [header, cut(1, 2), cut(0, 1), cut(2)],
      [header, cut(0), cut(0, 1)],
      [sealed, new Blob(['x'])],
    ];
    for (const parts of broken) {
      await expect(unseal(new Blob(parts), keys)).rejects.toMatchObject({ code: 'damaged' });
    }
  });

  test('is opened by fragments 1 and 3, and by no other key', async () => {
    const { keys, fragments } = await makeKit();
    const sealed = await seal(new Blob(['a note']), 'note.txt', keys);
    const restored = await restoreSecret(await right(fragments[0] as string), await right(fragments[2] as string));
    if ('mistake' in restored) throw new Error(restored.mistake);
    const { content: note } = await unseal(sealed, await deriveKeys(restored.secret));
    expect(await note.text()).toBe('a note');

    const other = await makeKit();
    await expect(unseal(sealed, other.keys)).rejects.toMatchObject({ code: 'other_set' });
    // Not even where it says that it is of this set.
    await expect(unseal(sealed, { ...other.keys, setId: keys.setId })).rejects.toMatchObject({ code: 'damaged' });
  });

  test.each([
    new Blob(),
    new Blob(['XBSEAL1\n']),
    new Blob(['not one of ours, but long enough to be taken for one'.repeat(40)]),
  ])('is not made up of anything else', async (blob) => {
    const { keys } = await makeKit();
    await expect(unseal(blob, keys)).rejects.toMatchObject({ code: 'not_locked' });
  });

  test('has a limit that is said before anything is read', async () => {
    const { keys } = await makeKit();
    const size = (mostMegabytes + 2) * 2 ** 20;
    const huge = Object.defineProperty(new Blob(), 'size', { value: size });
    await expect(seal(huge, 'a', keys)).rejects.toMatchObject({ code: 'too_large' });
    await expect(unseal(huge, keys)).rejects.toMatchObject({ code: 'too_large' });
  });

  test('of 100 MB is locked and opened a part at a time', async () => {
    const { keys } = await makeKit();
    const block = random(65_536);
    const file = new Blob(Array.from({ length: 1600 }, () => block));
    let [reads, largest] = [0, 0];
    const read = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = function (this: Blob) {
      reads++;
      largest = Math.max(largest, this.size);
      return read.call(this);
    };
    try {
      const { content: opened } = await unseal(await seal(file, 'video.mp4', keys), keys);
      expect(opened.size).toBe(file.size);
      expect(reads).toBeGreaterThan(200);
      expect(largest).toBeLessThanOrEqual(2 ** 20 + 16);
      expect(await bytes(opened.slice(-65_536))).toEqual(block);
    } finally {
      Blob.prototype.arrayBuffer = read;
    }
  });

  test('that cannot be read any more is said', async () => {
    const { keys } = await makeKit();
    const gone = new Blob(['x']);
    const read = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    try {
      const failure = await seal(gone, 'a', keys).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(SealProblem);
      expect(failure).toMatchObject({ code: 'unreadable' });
    } finally {
      Blob.prototype.arrayBuffer = read;
    }
  });

  test.each([
    ['../../etc/passwd', '....etcpasswd'],
    ['a\u202egpj.exe', 'agpj.exe'],
    ['\r\n', 'file'],
    ['ä'.repeat(300), 'ä'.repeat(85)],
  ])('named %j is saved as %j', async (name, saved) => {
    const { keys } = await makeKit();
    expect((await unseal(await seal(new Blob(['x']), name, keys), keys)).name).toBe(saved);
  });
});
