import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

// `npm run dev`: Vite answers on PORT with hot reload and passes calls on to the system behind it,
// which Node restarts whenever one of its files changes.

// biome-ignore lint/style/noProcessEnv: an entrypoint
const environment = process.env;
const port = Number(environment.PORT ?? 3000);
const systemPort = port + 100;
const here = fileURLToPath(new URL('.', import.meta.url));

const system = spawn(process.execPath, ['--watch', '--watch-preserve-output', `${here}main.ts`], {
  stdio: 'inherit',
  env: {
    ...environment,
    PORT: String(systemPort),
    SANDBOX_PORT: environment.SANDBOX_PORT ?? String(port + 1),
    PUBLIC_URL: environment.PUBLIC_URL ?? `http://localhost:${port}`,
  },
});

const target = `http://127.0.0.1:${systemPort}`;
const vite = await createServer({
  root: fileURLToPath(new URL('../../frontend/', import.meta.url)),
  server: {
    port,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/webhooks', '/livez', '/readyz'].map((prefix) => [prefix, { target, changeOrigin: false }]),
    ),
  },
});
await vite.listen();
vite.printUrls();

let stopping = false;
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  system.kill('SIGTERM');
  await vite.close();
  if (system.exitCode === null) await new Promise((resolve) => system.once('exit', resolve));
  process.exit(code);
}
process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
system.once('exit', (code) => void stop(code ?? 1));
