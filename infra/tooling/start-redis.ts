import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePorts } from '../process/free-port.ts';
import { type SupervisedProcess, supervise } from '../process/supervisor.ts';
import { hasDocker, startContainer } from './docker.ts';
import { findOnPath } from './find-on-path.ts';

export interface TestRedis {
  url: string;
  stop(): Promise<void>;
}

const startTimeoutMs = 30_000;

/**
 * Starts an empty Redis on a free port of 127.0.0.1, which ends with this process.
 * Uses Docker if an engine answers, or else `redis-server` from the PATH.
 *
 * @returns undefined if neither is available
 * @throws Error if Redis does not start (with its last output)
 */
export async function startRedis(): Promise<TestRedis | undefined> {
  const port = await findFreePorts([0]);
  if (await hasDocker()) {
    const ports = { container: 6379, host: port };
    const container = await startContainer({
      image: 'redis:8-alpine',
      port: ports,
      readyLine: /Ready to accept connections/,
    });
    return { url: `redis://127.0.0.1:${port}`, stop: container.stop };
  }
  const program = findOnPath('redis-server');
  if (!program) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'xrp-bridge-redis-'));
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  return await waitUntilReady(port, (onLine) => supervise([program, ...options], { removeAfter: folder, onLine }));
}

async function waitUntilReady(
  port: number,
  start: (onLine: (line: string) => void) => SupervisedProcess,
): Promise<TestRedis> {
  const lines: string[] = [];
  const ready = Promise.withResolvers<'ready'>();
  const server = start((line) => {
    lines.push(line);
    if (line.includes('Ready to accept connections')) ready.resolve('ready');
  });
  const outcome = await Promise.race([ready.promise, server.exited, delay(startTimeoutMs, 'slow', { ref: false })]);
  if (outcome === 'ready') return { url: `redis://127.0.0.1:${port}`, stop: server.stop };
  await server.stop();
  throw new Error(`Redis did not start:\n${lines.slice(-10).join('\n')}`);
}
