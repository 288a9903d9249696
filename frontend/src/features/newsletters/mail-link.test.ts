import { expect, test } from 'vitest';
import { readMailLink } from './mail-link.ts';

test.each([
  ['', null],
  ['#', null],
  ['#confirm=', null],
  ['#other=abc', null],
  ['#confirm=abc', { does: 'confirm', token: 'abc' }],
  ['#stop=a-b_c', { does: 'stop', token: 'a-b_c' }],
  // A yes is never taken for a no, whatever else stands there.
  ['#stop=one&confirm=two', { does: 'confirm', token: 'two' }],
])('the link %j asks for %j', (hash, link) => {
  expect(readMailLink(hash)).toEqual(link);
});
