import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository, runProgram } from '../run-program.ts';
import { findSecrets, type Lockfile, lintLockfile, lintVersions, type Manifest } from '../supply-chain.ts';

const lockfile: Lockfile = JSON.parse(await readFile(join(repository, 'package-lock.json'), 'utf8'));
const manifest: Manifest = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));

/** Returns the problems of our lockfile with a changed package. */
function lintWith(change: object): string[] {
  const path = 'node_modules/fastify';
  const fastify = { ...lockfile.packages[path], ...change };
  return lintLockfile({ ...lockfile, packages: { ...lockfile.packages, [path]: fastify } }, manifest);
}

describe('the lockfile', () => {
  it('has a hash and a known license for each package', () => {
    expect(Object.keys(lockfile.packages).length).toBeGreaterThan(500);
    expect(lintLockfile(lockfile, manifest)).toEqual([]);
  });

  it.each([
    ['has a weak hash', { integrity: 'sha1-x' }, 'node_modules/fastify has no SHA-512 hash'],
    [
      'comes from another host',
      { resolved: 'https://registry.example/fastify.tgz' },
      'node_modules/fastify names an address: https://registry.example/fastify.tgz',
    ],
    ['runs code at its installation', { hasInstallScript: true }, 'node_modules/fastify has an install script'],
    [
      'has a license that we do not accept',
      { license: '(MIT OR AGPL-3.0)' },
      'node_modules/fastify has the license AGPL-3.0',
    ],
    ['has no license', { license: undefined }, 'node_modules/fastify names no license'],
  ])('is refused if a package %s', (_what, change, problem) => {
    expect(lintWith(change)).toEqual([problem]);
  });
});

it('npm sbom lists the components with their hashes', async () => {
  const { code, output } = await runProgram('npm', ['sbom', '--sbom-format', 'cyclonedx']);
  expect(code, output).toBe(0);
  const { components } = JSON.parse(output) as { components: { name: string; hashes?: { alg: string }[] }[] };
  const hashed = components.filter(({ hashes }) => hashes?.[0]?.alg === 'SHA-512').map(({ name }) => name);
  expect(hashed.length).toBeGreaterThan(500);
  expect(hashed).toEqual(expect.arrayContaining(['fastify', 'react']));
});

it('only exact versions and workspaces are accepted as dependencies', () => {
  const dependencies = { a: '1.2.3', b: '18.4.0-beta.17', '@xrp-bridge/contracts': '*' };
  expect(lintVersions({ dependencies })).toEqual([]);
  for (const version of ['^1.2.3', '~1.2.3', '*', 'latest', 'github:a/b', 'https://host.example/a.tgz']) {
    expect(lintVersions({ devDependencies: { a: version } })).toHaveLength(1);
  }
});

it('secrets are found in texts, and the values of tests are not', () => {
  const letters = 'aB3'.repeat(20);
  const planted = {
    'a key of Stripe': `sk_live_${letters}`,
    'a webhook secret of Stripe': `whsec_${letters}`,
    'a key of AWS': `AKIA${'A1'.repeat(8)}`,
    'a token of GitHub': `ghp_${letters.slice(0, 36)}`,
    'a token of npm': `npm_${letters.slice(0, 36)}`,
    'a token of Slack': `xoxb-${letters}`,
    'a key of Google': `AIza${letters.slice(0, 35)}`,
    'a private key': `-----BEGIN ${'EC'} PRIVATE KEY-----`,
  };
  for (const [what, secret] of Object.entries(planted)) expect(findSecrets(`KEY=${secret}\n`)).toEqual([what]);
  expect(findSecrets('sk_live_test whsec_test_0123456789 pk_sandbox_test AKIA')).toEqual([]);
});
