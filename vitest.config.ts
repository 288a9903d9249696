import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const adapterTests = [
  'services/runtime/test/adapters/**/*.test.ts',
  'infra/kafka/test/**/*.test.ts',
  'infra/run/test/**/*.adapters.test.ts',
];
const frontend = 'frontend/vitest.config.ts';

// One throwaway PostgreSQL serves every worker; the adapters' project adds Kafka and Redis, so that nothing else
// waits for them. Tests are never timed: the limits only end what hangs.
export default defineConfig({
  test: {
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    globalSetup: ['infra/tooling/vitest-global-setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit+services',
          include: ['{contracts,services,bff,infra}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/fixtures/**', 'infra/e2e/**', ...adapterTests],
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
