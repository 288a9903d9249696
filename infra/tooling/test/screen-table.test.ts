import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../run-program.ts';

const frontend = join(repository, 'frontend');

/** The rows of every table of the file: what is asked for, the component, and its tests. */
async function readRows() {
  const lines = (await readFile(join(frontend, 'README.md'), 'utf8')).split('\n');
  return lines
    .filter((line) => line.startsWith('| ') && line.includes('`'))
    .map((line) => {
      const [what = '', component = '', tests = ''] = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''));
      return {
        what,
        component: /^`([^`]+)`$/.exec(component)?.[1] ?? `no path: ${component}`,
        tests: tests.split('<br>').map((test) => {
          const [, file = `no path: ${test}`, name = ''] = /^`([^`]+)` › (.+)$/.exec(test) ?? [];
          return { file, name };
        }),
      };
    });
}

/** What the file holds, or why it does not. */
const read = (file: string) => readFile(join(frontend, file), 'utf8').catch(() => null);

describe('frontend/README.md', () => {
  it('has every part of the specification, from its screens to its errors', async () => {
    const rows = await readRows();
    for (const screen of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]) {
      expect(rows.filter(({ what }) => what.startsWith(`${screen} `)).length, `screen ${screen}`).toBeGreaterThan(0);
    }
    expect(rows.length).toBeGreaterThan(80);
  });

  it('names components that are there, and tests that their files have', async () => {
    const gone: string[] = [];
    for (const { what, component, tests } of await readRows()) {
      if ((await read(component)) === null) gone.push(`${what}: ${component}`);
      for (const { file, name } of tests) {
        if (!name || !(await read(file))?.includes(name)) gone.push(`${what}: ${file} › ${name}`);
      }
    }
    expect(gone).toEqual([]);
  });
});
