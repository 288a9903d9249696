import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkDependencies, listDependencyRules } from '../dependency-rules.ts';

const fixtures = fileURLToPath(new URL('../fixtures/dependency-rules', import.meta.url));
const repository = fileURLToPath(new URL('../../..', import.meta.url));
const rules = await listDependencyRules();

describe('the dependency rules', () => {
  it('are each tested by a fixture that breaks the rule', async () => {
    expect((await readdir(fixtures)).sort()).toEqual([...rules].sort());
  });

  it.each(rules)('report exactly one violation in the fixture of %s, by this rule only', async (rule) => {
    const { violations } = await checkDependencies(join(fixtures, rule));
    expect(violations.map((violation) => violation.rule)).toEqual([rule]);
  });

  it('are checked for every workspace of this repository, and for imported npm packages', async () => {
    const { modules, packages } = await checkDependencies(repository);
    for (const module of [
      'contracts/src/index.ts',
      'libs/runtime/src/index.ts',
      'services/transfer/src/domain/transfer.ts',
      'bff/src/index.ts',
      'frontend/src/app/main.tsx',
      'infra/run/main.ts',
    ]) {
      expect(modules).toContain(module);
    }
    expect(packages.some((path) => path.startsWith('node_modules/pg/'))).toBe(true);
  });
});
