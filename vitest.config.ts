import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const adapterTests = [
  'libs/runtime/test/adapters/**/*.test.ts',
  'infra/kafka/test/**/*.test.ts',
  'infra/run/test/**/*.adapters.test.ts',
];
// Rules, which nothing outside of a file can change: they share workers, whose start takes longer than they do.
const ruleTests = [
  '{libs,services,bff,infra}/**/src/**/*.test.ts',
  'contracts/**/*.test.ts',
  'libs/guidance/test/**/*.test.ts',
];
// Services, each file with databases and servers of its own: they share workers, too, whose start costs a second each.
const serviceTests = ['{services,bff}/**/test/**/*.test.ts'];
const exclude = ['**/node_modules/**', '**/fixtures/**'];
const frontend = 'frontend/vitest.config.ts';

// One throwaway PostgreSQL serves every worker; the adapters' project adds Kafka and Redis, so that nothing else
// waits for them. Tests are never timed: the limits only end what hangs.
export default defineConfig({
  test: {
    expect: { poll: { timeout: 150_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    globalSetup: ['infra/tooling/vitest-global-setup.ts'],
    // One more than there are cores: services wait as often as they work. The pages' configuration says the same: Vitest
    // runs projects at once only where they have the same number.
    maxWorkers: Math.min(12, availableParallelism() + 1),
    projects: [
      { extends: true, test: { name: 'rules', include: ruleTests, exclude, isolate: false } },
      { extends: true, test: { name: 'services', include: serviceTests, exclude, isolate: false } },
      {
        extends: true,
        test: {
          name: 'platform',
          include: ['{libs,services,bff,infra}/**/*.test.ts'],
          exclude: [...exclude, 'infra/e2e/**', ...ruleTests, ...serviceTests, ...adapterTests],
        },
      },
      {
        extends: true,
        test: {
          name: 'adapters',
          include: adapterTests,
          globalSetup: ['infra/tooling/vitest-adapters-setup.ts'],
        },
      },
      ...(existsSync(frontend) ? [frontend] : []),
    ],
  },
});
