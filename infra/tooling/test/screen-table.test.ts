import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../run-program.ts';

const frontend = join(repository, 'frontend');
const testFiles = '{frontend/{src,test},infra/e2e/tests,libs/guidance/test}/**/*.test.{ts,tsx}';

/** Reads the rows of all tables in frontend/README.md: tag, requirement, component. */
async function readRows() {
  const lines = (await readFile(join(frontend, 'README.md'), 'utf8')).split('\n');
  return lines
    .filter((line) => line.startsWith('| ') && line.includes('`'))
    .map((line) => {
      const [tag = '', what = '', component = ''] = line.replace(/^\| | \|$/g, '').split(' | ');
      return { tag, what, component: /^`([^`]+)`$/.exec(component)?.[1] ?? `no path: ${component}` };
    });
}

/** Lists the tags in the names of all tests. */
async function readTags(): Promise<Set<string>> {
  const tags = new Set<string>();
  for await (const file of glob(testFiles, { cwd: repository })) {
    const text = await readFile(join(repository, file), 'utf8');
    for (const [, list = ''] of text.matchAll(/\bspec\(([^)]+)\)/g)) {
      for (const [, tag = ''] of list.matchAll(/'([^']+)'/g)) tags.add(tag);
    }
  }
  return tags;
}

describe('frontend/README.md', () => {
  it('has at least one row for each screen of the specification', async () => {
    const tags = (await readRows()).map(({ tag }) => tag);
    for (const screen of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]) {
      expect(tags, `screen ${screen}`).toContainEqual(expect.stringMatching(`^2\\.${screen}[a-z]?$`));
    }
    expect(tags.length).toBeGreaterThan(80);
  });

  it('names components that exist', async () => {
    const rows = await readRows();
    expect(rows.filter(({ component }) => !existsSync(join(frontend, component)))).toEqual([]);
  });

  it('lists exactly the tags that the tests use, one row each', async () => {
    const rows = (await readRows()).map(({ tag }) => tag);
    expect(rows.toSorted()).toEqual([...(await readTags())].sort());
  });
});
