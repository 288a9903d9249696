import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineBrowserCommand, playwright } from '@vitest/browser-playwright';
import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

// CHROMIUM_PATH, which the test runner sets, is used first, then the system's Chromium or Chrome, else Playwright's
// browser.
// biome-ignore lint/style/noProcessEnv: a runner's configuration
const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);

// Tests of pure logic render nothing. They share one page, because starting a page takes longer than running them.
const ruleTests = '{src,test}/**/*.test.ts';
// Component tests share one browser page, which test/setup.ts resets before each test.
const pageTests = '{src,test}/**/*.test.tsx';
// Each of these files needs a new page: loaded scripts, failed scripts and the Trusted Types policy last until the page
// closes.
const freshPageTests = [
  'src/domain/ads/ads-blocked.test.tsx',
  'src/domain/card-form/stripe-trusted-types.test.tsx',
  'src/domain/destination/address-check-cut-off.test.tsx',
  'src/features/checkout/stripe.test.tsx',
  'src/features/concierge/concierge-cut-off.test.tsx',
];

declare module 'vitest/browser' {
  interface BrowserCommands {
    /**
     * Responds to requests for `url` with `script`.
     * Null aborts the requests; undefined restores the network.
     */
    answerScript: (url: string, script: string | null | undefined) => Promise<void>;
  }
}

const answerScript = defineBrowserCommand<[url: string, script: string | null | undefined]>(
  async ({ page }, url, script) => {
    await page.unroute(url);
    if (script === undefined) return;
    await page.route(url, (route) =>
      script === null ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: script }),
    );
  },
);

export default mergeConfig(
  viteConfig,
  defineConfig({
    // All dependencies are listed, because Vite reloads the page in the middle of a run when it finds another one.
    optimizeDeps: {
      include: [
        'react-dom/client',
        'react-dom/server.browser',
        'react-router-dom',
        '@tanstack/react-query',
        'lucide-react',
        'radix-ui/dialog',
        'radix-ui/dropdown-menu',
        'radix-ui/tabs',
        'radix-ui/toast',
        'radix-ui/tooltip',
        'qrcode',
        'uplot',
        '@stripe/stripe-js/pure',
        'ripple-address-codec',
        '@noble/post-quantum/ml-kem.js',
        'shamir-secret-sharing',
        'axe-core',
        'syllable',
        'flesch-kincaid',
        '@mswjs/interceptors/fetch',
        'eventsource',
        'msw',
        'msw/experimental',
        'vitest-browser-react',
        'zod',
      ],
    },
    test: {
      setupFiles: ['test/setup.ts'],
      // The number is the same as in the root configuration. Each worker has its own browser context and storage.
      maxWorkers: Math.min(12, availableParallelism() + 1),
      // The timeouts are the same as in the root configuration. They only end tests that hang.
      testTimeout: 300_000,
      hookTimeout: 180_000,
      expect: { poll: { timeout: 60_000 } },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        commands: { answerScript },
        viewport: { width: 768, height: 900 },
        provider: playwright({
          launchOptions: {
            ...(executablePath ? { executablePath } : {}),
            args: ['--no-sandbox', '--disable-dev-shm-usage'],
          },
          contextOptions: { reducedMotion: 'reduce', colorScheme: 'light' },
        }),
        instances: [
          { browser: 'chromium', name: 'pages', include: [pageTests], exclude: freshPageTests, isolate: false },
          { browser: 'chromium', name: 'fresh pages', include: freshPageTests },
          { browser: 'chromium', name: 'rules of pages', include: [ruleTests], isolate: false },
        ],
      },
    },
  }),
);
