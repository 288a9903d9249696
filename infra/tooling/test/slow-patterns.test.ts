import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../run-program.ts';
import { findSlowPatterns } from '../slow-patterns.ts';

describe('findSlowPatterns', () => {
  it('reports regular expressions that are slow for some text or cannot be proven fast', async () => {
    expect(await findSlowPatterns(join(repository, 'infra/tooling/fixtures/slow-patterns'))).toEqual([
      'bff/src/dashes.ts: /(?:\\w+-?)+$/ (exponential)',
      'bff/src/dashes.ts: a pattern must stand there as it is, so that it can be checked',
      'contracts/src/mail.ts: /\\S+@\\S+\\.\\S+/g (3rd degree polynomial)',
      'frontend/src/page.tsx: / +$/ (2nd degree polynomial)',
    ]);
  });
});
