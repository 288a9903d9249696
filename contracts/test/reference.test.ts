import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idPrefixOf, referenceOf } from '../src/reference.ts';

const ids = fc
  .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 32, maxLength: 32 })
  .map((all) => all.join(''));

describe('a reference', () => {
  it.each([
    ['00000000000000000000000000000000', '2222-2222'],
    ['a1b2c3d4e5f60718293a4b5c6d7e8f90', 'HWBW-VSYR'],
    ['ffffffffffffffffffffffffffffffff', 'V65P-WF89'],
  ])('of %s is %s', (id, reference) => {
    expect(referenceOf(id)).toBe(reference);
  });

  it('of any id is eight characters without look-alikes, and finds the id again', () => {
    fc.assert(
      fc.property(ids, (id) => {
        const reference = referenceOf(id);
        expect(reference).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
        expect(id.slice(0, 9)).toBe(idPrefixOf(reference));
      }),
    );
  });

  it('tells ids apart that differ in the first 39 bits, and no others', () => {
    fc.assert(
      fc.property(ids, fc.integer({ min: 0, max: 127 }), (id, bit) => {
        const flipped = (BigInt(`0x${id}`) ^ (1n << BigInt(127 - bit))).toString(16).padStart(32, '0');
        expect(referenceOf(flipped) === referenceOf(id)).toBe(bit >= 39);
      }),
    );
  });

  it.each(['HWBW-VSYR', 'hwbw-vsyr', 'HWBWVSYR', ' hwbw vsyr '])('is read as somebody types it: %j', (typed) => {
    expect(idPrefixOf(typed)).toBe('a1b2c3d4e');
  });

  it.each([
    ['', 'nothing'],
    ['HWBW-VSY', 'too short'],
    ['HWBW-VSYRY', 'too long'],
    ['HWBW-VSY0', 'a nought'],
    ['HWBW-VSYL', 'an L'],
    ['ZZZZ-ZZZZ', 'more than any id gives'],
    ['ada@home', 'an address'],
  ])('is not %j: %s', (typed) => {
    expect(idPrefixOf(typed)).toBeNull();
  });
});
