import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { productionRouter } from './build-plugins.ts';

// Builds the worker that prerenders the landing pages, into a folder that the server does not serve.
export default defineConfig({
  plugins: [react(), productionRouter()],
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  // All dependencies are bundled, because the server does not install the browser's libraries.
  ssr: { noExternal: true },
  build: { ssr: 'src/app/entry-server.tsx', outDir: 'dist/.server', copyPublicDir: false, assetsInlineLimit: 0 },
});
