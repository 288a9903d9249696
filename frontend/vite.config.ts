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
    // A font or image as a data: URL would need a weaker CSP.
    assetsInlineLimit: 0,
    // Older browsers (Safari before 17) load imports one after the other, instead of by a polyfill.
    modulePreload: { polyfill: false },
    // One file for the landing page and one for the guide, which the checkout prefetches: each compresses better than ten
    // or thirty files, and a browser fetches only six files at a time.
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
