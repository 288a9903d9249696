import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const adapterTests = [
  'libs/runtime/test/adapters/**/*.test.ts',
  'infra/kafka/test/**/*.test.ts',
  '{infra/run,bff}/test/**/*.adapters.test.ts',
];
// Tests of pure code. Files share workers, because the start of a worker takes longer than a file.
const ruleTests = [
  '{libs,services,bff,infra}/**/src/**/*.test.ts',
  'contracts/**/*.test.ts',
  'libs/guidance/test/**/*.test.ts',
];
// Tests of whole services. Each file has its own databases and servers, so files can share workers.
const serviceTests = ['{services,bff}/**/test/**/*.test.ts'];
// A simulation of 100 customers. No other test runs at the same time, so that the reported durations of two runs
// are comparable.
const simulationTest = 'infra/simulate/test/hundred-customers.test.ts';
const exclude = ['**/node_modules/**', '**/fixtures/**'];
const frontend = 'frontend/vitest.config.ts';

// One temporary PostgreSQL serves all workers. Only the project "adapters" waits for Kafka and Redis.
// The time limits end tests that hang; no test asserts a duration.
export default defineConfig({
  test: {
    expect: { poll: { timeout: 150_000 } },
    // Messages show the compared values and not only their lengths, so that a log explains a failure.
    chaiConfig: { truncateThreshold: 1_000 },
    testTimeout: 300_000,
    hookTimeout: 180_000,
    globalSetup: ['infra/tooling/vitest-global-setup.ts'],
    // One more than the number of cores, because tests of services often wait. frontend/vitest.config.ts has the same number:
    // Vitest runs projects at once only if their numbers are equal.
    maxWorkers: Math.min(12, availableParallelism() + 1),
    projects: [
      { extends: true, test: { name: 'rules', include: ruleTests, exclude, isolate: false } },
      {
        extends: true,
        test: { name: 'services', include: serviceTests, exclude: [...exclude, ...adapterTests], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'platform',
          include: ['{libs,services,bff,infra}/**/*.test.ts'],
          exclude: [...exclude, 'infra/e2e/**', ...ruleTests, ...serviceTests, ...adapterTests, simulationTest],
        },
      },
      { extends: true, test: { name: 'simulation', include: [simulationTest], sequence: { groupOrder: 1 } } },
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
