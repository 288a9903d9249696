import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findJourneys, journeys } from '../changed.ts';
import { repository } from '../run-program.ts';

const list = (folder: string) => readdirSync(join(repository, folder));

describe('findJourneys', () => {
  it('uses a table of all end-to-end tests, and the table names only folders that exist', () => {
    expect(list('infra/e2e/tests').sort()).toEqual(Object.keys(journeys).map((name) => `${name}.test.ts`));
    for (const folder of new Set(Object.values(journeys).flat())) {
      expect(existsSync(join(repository, folder)), folder).toBe(true);
    }
  });

  it('returns at least one end-to-end test for each service', () => {
    for (const name of list('services')) expect(findJourneys([`services/${name}/src/index.ts`]), name).not.toEqual([]);
  });

  it.each([
    ['a page', ['frontend/src/features/encryption/encryption-page.tsx'], ['encryption', 'routes']],
    [
      'a page of the operators',
      ['frontend/src/features/operator-system/webhooks-page.tsx'],
      ['operator-day', 'routes'],
    ],
    ['a service', ['services/signals/src/http.ts'], ['signals']],
    ['an end-to-end test alone', ['infra/e2e/tests/chat.test.ts'], ['chat']],
    ['a part of every page', ['frontend/src/ui/button.tsx'], Object.keys(journeys)],
    ['tests and texts', ['frontend/src/ui/button.test.tsx', 'services/ads/test/posts.test.ts', 'README.md'], []],
    ['a tool', ['infra/tooling/check.ts'], []],
  ])('returns the end-to-end tests that a change of %s affects', (_what, files, expected) => {
    expect(findJourneys(files)).toEqual(expected);
  });
});
