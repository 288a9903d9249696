import fc from 'fast-check';
import { classicAddressToXAddress, encodeAccountID } from 'ripple-address-codec';
import { describe, expect, it } from 'vitest';
import { exchangeOfAddress } from '../src/known-exchange-addresses.ts';
import { checkDestination, tagProblem } from '../src/xrp-address.ts';

const own = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
const untagged = 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6M4nTcCp9iyQwu7Q9Nv';
const tagged123456 = 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV';

function codeOf(address: string, tag: string | null = null): string {
  const check = checkDestination(address, tag);
  return check.ok ? 'ok' : check.code;
}

/** Arbitrary account ids, without the black holes, which are nearly all zeros. */
const account = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .filter((id) => id.slice(0, 16).some((byte) => byte > 0));
const classicAddress = account.map((id) => encodeAccountID(id));

describe('a classic address', () => {
  it.each([
    ['the worked example of xrpl.org', own],
    ['another valid address', 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn'],
    ['an exchange’s address, which only the ledger check refuses', 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh'],
    ['a known Binance wallet', 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh'],
  ])('is accepted: %s', (_, address) => {
    expect(checkDestination(address, null)).toEqual({ ok: true, address, tag: null, unpacked: false });
  });

  it.each([
    ['rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'black_hole'],
    ['rrrrrrrrrrrrrrrrrrrrBZbvji', 'black_hole'],
    ['rrrrrrrrrrrrrrrrrNAMEtxvNvQ', 'black_hole'],
    ['rrrrrrrrrrrrrrrrrrrn5RM1rHd', 'black_hole'],
    ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'black_hole'],
    ['rN7n3473SaZBCG4dFL83w7a1RXtXtbk2D9', 'checksum'],
    ['rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJH', 'checksum'],
    ['RLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh', 'capital_r'],
    ['rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJ0', 'wrong_character'],
    ['rDTXLQ7ZKZVKz33zJbHj', 'wrong_length'],
    ['r'.repeat(40), 'wrong_length'],
    [`${own}${own}`, 'extra_text'],
    ['', 'missing'],
    [' \n ', 'missing'],
    ['pending', 'not_an_address'],
  ])('is refused with the code $1: $0', (address, code) => {
    expect(codeOf(address)).toBe(code);
  });

  it('is refused with any single wrong character', () => {
    const characters = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz0OIl'.split('');
    fc.assert(
      fc.property(classicAddress, fc.nat(), fc.constantFrom(...characters), (address, position, character) => {
        const at = position % address.length;
        fc.pre(address[at] !== character);
        expect(codeOf(address.slice(0, at) + character + address.slice(at + 1))).not.toBe('ok');
      }),
      { numRuns: 2000 },
    );
  });

  it('is refused with two characters swapped', () => {
    fc.assert(
      fc.property(classicAddress, fc.nat(), (address, position) => {
        const at = position % (address.length - 1);
        fc.pre(address[at] !== address[at + 1]);
        expect(codeOf(address.slice(0, at) + address[at + 1] + address[at] + address.slice(at + 2))).not.toBe('ok');
      }),
    );
  });
});

describe('an X-address', () => {
  it.each([
    [untagged, null],
    ['XVw9UfvRwx2mSjxk4YaDyd59dzCf6MSueufdqTPLzm5LUgJ', '0'],
    [tagged123456, '123456'],
    ['XVw9UfvRwx2mSjxk4YaDyd59dzCf6MXjiB2N8NHaGaxNR8g', '4294967295'],
  ])('is split into the classic address and the tag (null if there is none) $1: $0', (address, tag) => {
    expect(checkDestination(address, null)).toEqual({ ok: true, address: own, tag, unpacked: true });
  });

  it('decodes to the address and tag that it was encoded from', () => {
    fc.assert(
      fc.property(classicAddress, fc.option(fc.integer({ min: 0, max: 2 ** 32 - 1 })), (address, tag) => {
        const packed = classicAddressToXAddress(address, tag ?? false, false);
        const unpacked = { ok: true, address, tag: tag === null ? null : String(tag), unpacked: true };
        expect(checkDestination(packed, null)).toEqual(unpacked);
      }),
    );
  });

  it('is refused if it is for a test network', () => {
    expect(codeOf('TVnCcNnQpv38tEjMeLFz1d7hfSBvUApfQ8c7TYUvmSZx3Yx')).toBe('test_network');
    fc.assert(
      fc.property(classicAddress, (address) => {
        expect(codeOf(classicAddressToXAddress(address, false, true))).toBe('test_network');
      }),
    );
  });

  it('is refused if it encodes a black hole, or has a wrong or missing character', () => {
    expect(codeOf(classicAddressToXAddress('rrrrrrrrrrrrrrrrrrrrBZbvji', 7, false))).toBe('black_hole');
    expect(codeOf(untagged.replace('V', 'v'))).toBe('checksum');
    expect(codeOf(untagged.slice(0, -1))).toBe('wrong_length');
  });

  it('accepts a typed tag only if the X-address contains the same tag or no tag', () => {
    expect(checkDestination(tagged123456, '0123456')).toMatchObject({ ok: true, tag: '123456' });
    expect(checkDestination(tagged123456, '123457')).toMatchObject({
      ok: false,
      field: 'destinationTag',
      code: 'tag_conflict',
    });
    expect(codeOf('XVw9UfvRwx2mSjxk4YaDyd59dzCf6MSueufdqTPLzm5LUgJ', '1')).toBe('tag_conflict');
    expect(checkDestination(untagged, '7')).toMatchObject({ ok: true, tag: '7' });
  });
});

describe('mistaken input:', () => {
  it.each([
    ['an Ethereum address', '0x52908400098527886E0F7030069857D2E4169EE7', 'evm_address'],
    ['a Tron address', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'tron_address'],
    ['a Bitcoin address', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'other_network'],
    ['an old Bitcoin address', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'other_network'],
    ['a Stellar address', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ', 'other_network'],
    ['a transaction hash', 'E08D6E9754025BA2534A78707605E0601F03ACE063687A0CA1BDDACFCD1698C7', 'transaction_hash'],
    ['a hash in small letters', 'e08d6e9754025ba2534a78707605e0601f03ace063687a0ca1bddacfcd1698c7', 'transaction_hash'],
    ['a family seed', 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb', 'secret'],
    ['an ed25519 seed', 'sEdTM1uX8pu2do5XvTnutH6HsouMaM2', 'secret'],
    ['a recovery phrase', 'legal winner thank year wave sausage worth useful legal winner thank yellow', 'secret'],
    ['a payment link', `xrpl:${own}?dt=1`, 'extra_text'],
    ['a sentence around an address', `my address is ${own}, thanks`, 'extra_text'],
    ['a Cyrillic look-alike', own.replace('X', '\u0425'), 'look_alike'],
    ['full-width letters', own.replace('D', '\uFF24'), 'look_alike'],
    ['other text', 'my trust wallet', 'not_an_address'],
  ])('%s is refused with the matching error code', (_, text, code) => {
    const check = checkDestination(text, null);
    expect(check).toMatchObject({ ok: false, field: 'destinationAddress', code });
    expect(check.ok || check.text).not.toContain(text);
  });

  it.each([
    ['whitespace around', `  ${own}\n`],
    ['a line break inside', `${own.slice(0, 17)}\r\n${own.slice(17)}`],
    ['groups of four', own.replace(/(.{4})/g, '$1 ')],
    ['zero-width characters', `\u200B${own.slice(0, 9)}\u200D${own.slice(9)}\uFEFF`],
    ['a soft hyphen', `${own.slice(0, 20)}\u00AD${own.slice(20)}`],
    ['direction marks', `\u202A${own}\u202C`],
    ['a no-break space', `\u00A0${own}`],
  ])('an address with %s is cleaned and accepted, because its checksum is valid', (_, text) => {
    expect(checkDestination(text, null)).toMatchObject({ ok: true, address: own });
  });

  it('the result never repeats the input, and no input causes an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 12 }), fc.option(fc.string()), (text, tag) => {
        const check = checkDestination(text, tag);
        expect(check.ok ? '' : check.text).not.toContain(text);
      }),
    );
  });
});

describe('a destination tag', () => {
  it.each([
    [null, null],
    ['', null],
    ['  ', null],
    ['0', '0'],
    ['007', '7'],
    [' 123456 ', '123456'],
    ['4294967295', '4294967295'],
  ])('typed as %j is parsed as %j', (typed, tag) => {
    expect(checkDestination(own, typed)).toMatchObject({ ok: true, tag });
  });

  it.each([
    '4294967296',
    '99999999999999999999',
    '-1',
    '+1',
    '1.5',
    '1,5',
    '1e3',
    '12 34',
    '0x1f',
    'none',
    '１２',
    '1_000',
  ])('typed as %s is refused', (typed) => {
    expect(checkDestination(own, typed)).toMatchObject({ ok: false, field: 'destinationTag', code: 'tag_invalid' });
    expect(tagProblem(typed)).toMatch(/tag/);
  });

  it('can be any unsigned 32-bit integer, and nothing larger', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (tag) => tagProblem(String(tag)) === null));
    fc.assert(fc.property(fc.bigInt({ min: 2n ** 32n, max: 2n ** 128n }), (tag) => tagProblem(String(tag)) !== null));
  });

  it('is checked only if the address is valid', () => {
    expect(codeOf('nonsense', '-1')).toBe('not_an_address');
  });
});

describe('addresses of exchanges', () => {
  it('are recognised with the name of the exchange', () => {
    expect(exchangeOfAddress('rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh')).toBe('kraken');
    expect(exchangeOfAddress('rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh')).toBe('binance');
    expect(exchangeOfAddress(own)).toBeNull();
    expect(exchangeOfAddress('constructor')).toBeNull();
  });
});
