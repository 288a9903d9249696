import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findDiscardedQueries } from '../discarded-queries.ts';
import { repository } from '../run-program.ts';

it('findDiscardedQueries reports queries that are built but never executed, even if a function returns them', () => {
  const found = findDiscardedQueries(join(repository, 'infra/tooling/fixtures/discarded-queries'));
  expect(found).toEqual(
    [9, 10, 11, 12, 13, 14, 15].map(
      (line) => `services/shop/src/item-store.ts:${line}: a query is built and not executed`,
    ),
  );
});
