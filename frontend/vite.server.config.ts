import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { productionRouter } from './build-plugins.ts';

// What draws the pages where people arrive: run by the server as a worker, in a folder that it does not serve.
export default defineConfig({
  plugins: [react(), productionRouter()],
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  // All of it in there: the server needs nothing of the browser's libraries.
  ssr: { noExternal: true },
  build: { ssr: 'src/app/entry-server.tsx', outDir: 'dist/.server', copyPublicDir: false },
});
