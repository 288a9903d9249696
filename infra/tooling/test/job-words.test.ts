import { globSync, readFileSync } from 'node:fs';
import { describeJob } from '@xrp-bridge/contracts/job-words';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url).pathname;

it('describeJob has a description of every job of the services', () => {
  const sources = globSync('services/*/src/**/*.ts', { cwd: root });
  const names = sources.flatMap((file) =>
    [...readFileSync(root + file, 'utf8').matchAll(/defineJob\('([^']+)'/g)].map(([, name = '']) => name),
  );
  expect(names).toContain('send-email');
  expect(names.filter((name) => describeJob(name) === null)).toEqual([]);
});

it('describeJob describes a failed job by its id', () => {
  expect(describeJob('send-email.42')).toBe(describeJob('send-email'));
  expect(describeJob('check-accounting.turn-1795629669966')).toBe(describeJob('check-accounting'));
  expect(describeJob('unknown.42')).toBeNull();
});
