import { existsSync } from 'node:fs';
import { playwright } from '@vitest/browser-playwright';
import { msw } from 'msw/vite';
import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

// The test runner names the browser; alone, the system's Chromium is taken, else Playwright's own.
// biome-ignore lint/style/noProcessEnv: a runner's configuration
const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);

export default mergeConfig(
  viteConfig,
  defineConfig({
    plugins: [msw({ mode: 'worker-only' })],
    // Found now, so that no reload in the middle of a run is needed to bundle them.
    optimizeDeps: {
      include: [
        'react-dom/client',
        'react-router-dom',
        '@tanstack/react-query',
        'lucide-react',
        'radix-ui/dialog',
        'radix-ui/toast',
        'qrcode',
        '@stripe/stripe-js/pure',
        'ripple-address-codec',
        'axe-core',
        'syllable',
        'flesch-kincaid',
        'msw',
        'msw/browser',
        'msw/sse',
        'vitest-browser-react',
        'zod',
      ],
    },
    test: {
      include: ['test/**/*.test.tsx', 'test/**/*.test.ts'],
      setupFiles: ['test/setup.ts'],
      // As in the configuration above: tests are never timed, the limits only end what hangs.
      testTimeout: 180_000,
      expect: { poll: { timeout: 60_000 } },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        viewport: { width: 768, height: 900 },
        provider: playwright({
          launchOptions: {
            ...(executablePath ? { executablePath } : {}),
            args: ['--no-sandbox', '--disable-dev-shm-usage'],
          },
          contextOptions: { reducedMotion: 'reduce', colorScheme: 'light' },
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  }),
);
