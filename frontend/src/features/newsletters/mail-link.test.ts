import { expect, test } from 'vitest';
import { readMailLink } from './mail-link.ts';

test.each([
  ['', null],
  ['#', null],
  ['#confirm=', null],
  ['#other=abc', null],
  ['#confirm=abc', { does: 'confirm', token: 'abc' }],
  ['#stop=a-b_c', { does: 'stop', token: 'a-b_c' }],
  // If a fragment has both fields, `confirm` applies, so that a confirmation never stops the mails.
  ['#stop=one&confirm=two', { does: 'confirm', token: 'two' }],
])('the fragment %j of a mail link is parsed as %j', (hash, link) => {
  expect(readMailLink(hash)).toEqual(link);
});
