import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from '../run-program.ts';

// Folder with a copy of the fixtures, laid out like this repository and linted with its settings.
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'xrp-bridge-lint-'));
  await cp(join(repository, 'infra/tooling/fixtures/lint-rules'), root, { recursive: true });
  await cp(join(repository, 'infra/tooling/lint'), join(root, 'infra/tooling/lint'), { recursive: true });
  const settings = JSON.parse(await readFile(join(repository, 'biome.json'), 'utf8'));
  await writeFile(join(root, 'biome.json'), JSON.stringify({ ...settings, vcs: { enabled: false } }));
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function lint(file: string): Promise<string[]> {
  const biome = join(repository, 'node_modules', '.bin', 'biome');
  const output = await new Promise<string>((resolve) => {
    execFile(biome, ['lint', '--reporter=github', '--diagnostic-level=error', file], { cwd: root }, (_, stdout) =>
      resolve(stdout),
    );
  });
  return [...output.matchAll(/^::error title=([^,]+),.*?line=(\d+)/gm)]
    .map(([, rule, line]) => `${line} ${rule}`)
    .sort();
}

describe('the lint rules', () => {
  it('forbid the clock, randomness and the network in domain files', async () => {
    expect(await lint('services/transfer/src/domain/transfer.ts')).toEqual([
      '1 plugin',
      '2 plugin',
      '3 plugin',
      '4 lint/style/noRestrictedGlobals',
      '5 lint/style/noRestrictedGlobals',
    ]);
  });

  it('forbid types with the name of a global type', async () => {
    expect(await lint('services/transfer/src/names.ts')).toEqual(['1 plugin', '5 plugin']);
  });

  it('forbid settings outside the config, promises without await, and default exports', async () => {
    expect(await lint('services/transfer/src/http.ts')).toEqual(
      expect.arrayContaining([
        '4 lint/style/noProcessEnv',
        '9 lint/nursery/noFloatingPromises',
        '12 lint/style/noDefaultExport',
      ]),
    );
  });
});
