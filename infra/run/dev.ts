import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

// `npm run dev`: Vite serves PORT with hot reload and forwards calls to the product behind it, which restarts when
// server code changes.

const repository = fileURLToPath(new URL('../../', import.meta.url));
const serverCode =
  /^((contracts|(libs|services)\/[^/]+|bff|infra\/sandbox)\/src\/.*|infra\/(run|process|postgres)\/[^/]*)(?<!\.test)\.ts$/;
/**
 * Editors and git may write many files in quick succession, so the restart waits for a pause of this
 * length.
 */
const quietMs = 100;

// biome-ignore lint/style/noProcessEnv: an entrypoint
const environment = process.env;
const port = Number(environment.PORT ?? 3000);
const systemPort = port + 100;
const target = `http://127.0.0.1:${systemPort}`;

const vite = await createServer({
  root: `${repository}frontend`,
  server: {
    port,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/webhooks', '/livez', '/readyz', '/app.webmanifest'].map((prefix) => [
        prefix,
        { target, changeOrigin: false },
      ]),
    ),
  },
});
try {
  await vite.listen();
} catch (error) {
  console.error(`${(error as Error).message}. Choose another with PORT=…`);
  process.exit(1);
}
vite.printUrls();

let stopping = false;
let system = startSystem();
let changes: NodeJS.Timeout | undefined;
let restarts = Promise.resolve();

// Vite's watcher is used, because Node's --watch misses files that git and many editors replace instead of write.
const watched = [
  'contracts/src',
  'libs',
  'services',
  'bff/src',
  'infra/sandbox/src',
  'infra/run',
  'infra/process',
  'infra/postgres',
];
vite.watcher.add(watched.map((folder) => repository + folder));
vite.watcher.on('all', (_event, file) => {
  if (!serverCode.test(relative(repository, file))) return;
  clearTimeout(changes);
  changes = setTimeout(() => {
    restarts = restarts.then(restart);
  }, quietMs);
});

// Vite's own handler would exit before the product has stopped.
process.removeAllListeners('SIGTERM');
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());

function startSystem(): ChildProcess {
  const child = fork(`${repository}infra/run/main.ts`, {
    // The child ends when this process ends, even after kill -9.
    execArgv: ['--import', `${repository}infra/tooling/stop-with-launcher.mjs`],
    env: {
      ...environment,
      PORT: String(systemPort),
      SANDBOX_PORT: environment.SANDBOX_PORT ?? String(port + 1),
      PUBLIC_URL: environment.PUBLIC_URL ?? `http://localhost:${port}`,
    },
  });
  child.once('exit', (code) => {
    if (code) console.error(`The system has ended with ${code}. It starts again when server code changes.`);
  });
  return child;
}

async function restart(): Promise<void> {
  if (stopping) return;
  console.log('The server’s code changed. Restarting…');
  await end(system);
  if (!stopping) system = startSystem();
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await Promise.all([end(system), vite.close()]);
  process.exit(0);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
