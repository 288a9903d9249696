import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress, preloadFont, productionRouter } from './build-plugins.ts';
import { namePageFiles } from './page-files.ts';

export default defineConfig({
  plugins: [react(), tailwindcss(), productionRouter(), preloadFont(), namePageFiles(), precompress()],
  // The BFF replaces the placeholder by a new nonce in each response, and sends the same nonce in the CSP.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    manifest: true,
    // Fonts and images stay files, because data: URLs would need a weaker CSP.
    assetsInlineLimit: 0,
    // Without the polyfill, older browsers (Safari before 17) only load imports one after the other.
    modulePreload: { polyfill: false },
    // The landing page is one file, and so is the guide, which the checkout prefetches. One file compresses better than
    // ten or thirty files, and a browser fetches only six files at a time.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'landing', tags: ['$initial'] },
            { name: 'guide-page', test: /[\\/]guide-page\.tsx$/ },
          ],
        },
      },
    },
  },
});
