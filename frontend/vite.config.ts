import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress, preloadFont } from './build-plugins.ts';

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFont(), precompress()],
  // The BFF replaces the placeholder with a fresh nonce in each answer, and sends the same one in the CSP.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    manifest: true,
    // A font or picture as a data: address would need a wider CSP.
    assetsInlineLimit: 0,
  },
});
