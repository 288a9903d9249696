import { mkdir } from 'node:fs/promises';
import { ConfigError } from '@xrp-bridge/runtime/errors';
import { ClusterError } from '../postgres/cluster-error.ts';
import { withSecretFiles } from './environment.ts';
import { stopDeadlineMs } from './stop-deadline.ts';

// Telemetry patches modules that are loaded later, so it starts first. Without OTEL_EXPORTER_OTLP_ENDPOINT, the
// telemetry module is not even loaded.
// biome-ignore lint/style/noProcessEnv: the entrypoint reads the environment
const environment = { ...process.env };
const stopTelemetry = environment.OTEL_EXPORTER_OTLP_ENDPOINT
  ? (await import('@xrp-bridge/runtime/telemetry')).startTelemetry(
      environment.OTEL_SERVICE_NAME ?? ['xrp-bridge', environment.TARGET].filter(Boolean).join('-'),
    )
  : undefined;

const { startSystem } = await import('./system.ts');
const { startIdleCollection } = await import('./idle-collection.ts');

let system: Awaited<ReturnType<typeof startSystem>> | undefined;
let stopping = false;

/** Stops all parts in order, then exits. A second signal or the deadline ends the process at once. */
async function stop(code: number): Promise<void> {
  if (stopping) process.exit(code || 1);
  stopping = true;
  setTimeout(() => {
    console.error('Stopping took too long; ending now.');
    process.exit(1);
  }, stopDeadlineMs).unref();
  try {
    await system?.stop();
    await stopTelemetry?.();
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
  process.exit(code);
}

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
process.on('SIGHUP', () => void stop(0));
// After an uncaught error the process's state is undefined. Stopping is safe, because the outbox sends unsent events
// after the next start.
process.on('uncaughtException', (error) => {
  console.error(error);
  void stop(1);
});
process.on('unhandledRejection', (error) => {
  console.error(error);
  void stop(1);
});

try {
  await mkdir(environment.DATA_DIR ?? '.data', { recursive: true });
  system = await startSystem(withSecretFiles(environment), () => void stop(1));
  startIdleCollection();
  if (system.operatorPassword) process.stdout.write(`Operator password: ${system.operatorPassword}\n`);
  process.stdout.write(`${system.readyLine}\n`);
} catch (error) {
  if (error instanceof ConfigError || error instanceof ClusterError) console.error(error.message);
  else if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    console.error(`${(error as Error).message}\nAnother program uses that port. Choose another with PORT=…`);
  } else console.error(error);
  await stop(1);
}
