import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

// Journeys through the whole system, with the sandbox as the outside world. `npm run e2e` sets CHROMIUM_PATH to the
// browser.
// biome-ignore lint/style/noProcessEnv: a runner's configuration
const { CHROMIUM_PATH, E2E_DISTRIBUTED, E2E_PICTURES, E2E_REPORT } = process.env;

export default defineConfig({
  testDir: E2E_PICTURES ? './pictures' : './tests',
  outputDir: '../../test-results',
  // Each worker has its own instance of the product, because tests switch the instance's providers off and on. All
  // picture tests run in one worker, and so do the tests of a distributed product, which has many processes.
  workers: E2E_PICTURES || E2E_DISTRIBUTED ? 1 : Math.max(2, Math.floor(availableParallelism() / 2)),
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // The timeouts only end a journey that hangs. No journey is timed.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: E2E_REPORT ? [['line'], ['json', { outputFile: E2E_REPORT }]] : [['list']],
  globalSetup: './global-setup.ts',
  use: {
    // An action's error names its locator. `waitForURL` counts as navigation.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: {
      ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
    locale: 'en-US',
    // Screenshots would use processor time that the product needs. The trace still contains the pages.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
});
