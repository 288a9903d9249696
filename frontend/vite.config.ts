import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress, productionRouter } from './build-plugins.ts';
import { namePageFiles } from './page-files.ts';

/**
 * The modules that the guide shares with the checkout or with the operators' pages.
 * Without their own file, those pages would load the guide.
 */
const sharedWithGuide =
  /[\\/](after-paying|begun-payment|bridge|copy-button|email-field|field|floating|not-open-here|note|outside-link|pick-one|reference|retry-button|sides|times|toast|transfer-problem|transfers|use-is-wide|use-now|use-step-focus|useMutation|usePrefetchQuery)\.(tsx?|js)$/;

export default defineConfig({
  plugins: [react(), tailwindcss(), productionRouter(), namePageFiles(), precompress()],
  // The BFF replaces the placeholder by a new nonce in each response, and sends the same nonce in the CSP.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    manifest: true,
    // Fonts and images stay files, because data: URLs would need a weaker CSP.
    assetsInlineLimit: 0,
    // Without the polyfill, older browsers (Safari before 17) only load imports one after the other.
    modulePreload: { polyfill: false },
    // The landing page is one file, and so is the guide, except for what it shares with other pages. One file compresses
    // better than ten or thirty files, and a browser fetches only six files at a time.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'landing', tags: ['$initial'] },
            { name: 'shared', test: sharedWithGuide },
            { name: 'checkout-page', test: /[\\/]checkout-page\.tsx$/ },
            { name: 'guide-page', test: /[\\/]guide-page\.tsx$/ },
          ],
        },
      },
    },
  },
});
