import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress, preloadFont, productionRouter } from './build-plugins.ts';
import { namePageFiles } from './page-files.ts';

export default defineConfig({
  plugins: [react(), tailwindcss(), productionRouter(), preloadFont(), namePageFiles(), precompress()],
  // The BFF replaces the placeholder with a fresh nonce in each answer, and sends the same one in the CSP.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    manifest: true,
    // A font or picture as a data: address would need a wider CSP.
    assetsInlineLimit: 0,
    // An older browser (Safari before 17) fetches the parts of a page when it comes to them, instead of by a script.
    modulePreload: { polyfill: false },
    // All of the landing page in one file, and all of the guide in another, which the checkout fetches before: they compress
    // better than in ten or thirty, and a slow connection, which fetches six at a time, has them at once.
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
