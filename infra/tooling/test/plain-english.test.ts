import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findUnplain } from '../plain-english.ts';
import { repository } from '../run-program.ts';

const broken = join(repository, 'infra/tooling/fixtures/plain-english');

describe('the check of plain English', () => {
  it('finds banned words, relative clauses, long first lines and long decisions', async () => {
    expect(await findUnplain(broken)).toEqual([
      'bff/src/tell-shop.ts: comment begins with a relative clause: What is stored. nudges the shop',
      'bff/src/tell-shop.ts: comment begins with a relative clause: Whoever asks is answered, which is what is done here for eve',
      'bff/src/tell-shop.ts: comment with “Whoever”: Whoever asks is answered, which is what is done here for eve',
      'bff/src/tell-shop.ts: comment with “nudges”: What is stored. nudges the shop',
      'bff/src/tell-shop.ts: first line of 104 characters: Whoever asks is answered, which is what is done here for every one of them, and for no one else besides.',
      'bff/src/tell-shop.ts: name Sent',
      'bff/src/tell-shop.ts: name said',
      'bff/src/tell-shop.ts: name standing',
      'bff/src/tell-shop.ts: name tell-shop',
      'bff/src/tell-shop.ts: name tellShop',
      'docs/adr/0001-long.md: 505 words, at most 500',
      'services/shop/test/shop.test.ts: test name begins with a relative clause: of what is sold',
      'services/shop/test/shop.test.ts: test name with “heard”: is heard %i times',
      'services/shop/test/shop.test.ts: test name with “tells”: tells the price of …',
    ]);
  });
});
