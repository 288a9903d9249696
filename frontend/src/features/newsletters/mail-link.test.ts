import { expect, test } from 'vitest';
import { readMailLink } from './mail-link.ts';

test.each([
  ['', null],
  ['#', null],
  ['#confirm=', null],
  ['#other=abc', null],
  ['#confirm=abc', { does: 'confirm', token: 'abc' }],
  ['#stop=a-b_c', { does: 'stop', token: 'a-b_c' }],
  // A confirmation has precedence: it must never be read as a stop.
  ['#stop=one&confirm=two', { does: 'confirm', token: 'two' }],
])('the fragment %j of a mail link is parsed as %j', (hash, link) => {
  expect(readMailLink(hash)).toEqual(link);
});
