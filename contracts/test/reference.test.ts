import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idPrefixesOf, isReferenceOf, referenceOf } from '../src/reference.ts';

const ids = fc
  .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 32, maxLength: 32 })
  .map((all) => all.join(''));

describe('a reference', () => {
  it.each([
    ['00000000000000000000000000000000', '3333-3333'],
    ['a1b2c3d4e5f60718293a4b5c6d7e8f90', 'K9KG-GCMM'],
    ['ffffffffffffffffffffffffffffffff', 'WHXQ-Q3JV'],
  ])('is $1 for the id $0', (id, reference) => {
    expect(referenceOf(id)).toBe(reference);
  });

  it('has eight characters of an alphabet without similar characters, and finds the id that it encodes', () => {
    fc.assert(
      fc.property(ids, (id) => {
        const reference = referenceOf(id);
        expect(reference).toMatch(/^[346-9ACDE-HJKMNPQRTV-Y]{4}-[346-9ACDE-HJKMNPQRTV-Y]{4}$/);
        expect(idPrefixesOf(reference)).toContain(id.slice(0, 9));
        expect(isReferenceOf(reference, id)).toBe(true);
      }),
    );
  });

  it('differs for two ids if and only if their first 37 bits differ', () => {
    fc.assert(
      fc.property(ids, fc.integer({ min: 0, max: 127 }), (id, bit) => {
        const flipped = (BigInt(`0x${id}`) ^ (1n << BigInt(127 - bit))).toString(16).padStart(32, '0');
        expect(referenceOf(flipped) === referenceOf(id)).toBe(bit >= 37);
      }),
    );
  });

  it.each(['K9KG-GCMM', 'k9kg-gcmm', 'K9KGGCMM', ' k9kg gcmm '])('is accepted in the spelling %j', (typed) => {
    expect(idPrefixesOf(typed)).toContain('a1b2c3d4e');
    expect(isReferenceOf(typed, 'a1b2c3d4e5f60718293a4b5c6d7e8f90')).toBe(true);
    expect(isReferenceOf(typed, 'b1b2c3d4e5f60718293a4b5c6d7e8f90')).toBe(false);
  });

  it('in the previous encoding still finds its transfer', () => {
    expect(idPrefixesOf('hwbw-vsyr')).toEqual(['a1b2c3d4e']);
    expect(isReferenceOf('HWBW-VSYR', 'a1b2c3d4e5f60718293a4b5c6d7e8f90')).toBe(true);
  });

  it.each([
    ['', 'the text is empty'],
    ['K9KG-GCM', 'the text is too short'],
    ['K9KG-GCMMM', 'the text is too long'],
    ['K9KG-GCM0', 'the text contains a zero'],
    ['K9KG-GCML', 'the text contains an L'],
    ['ZZZZ-ZZZZ', 'the number is larger than any reference'],
    ['ada@home', 'the text is an e-mail address'],
  ])('is not found in the text %j, because %s', (typed) => {
    expect(idPrefixesOf(typed)).toEqual([]);
  });
});
