// Loaded into a server before its own code (`node --import`): says over a socket how late its event loop was since it
// was last asked. Processes that it starts load it, too, and say nothing.
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

// biome-ignore lint/style/noProcessEnv: what the bench gives to the servers it starts
const socket = process.env.BENCH_LOOP_SOCKET;
const isServer = /infra\/(run\/main|bench\/floor-process)\.ts$/.test(process.argv[1] ?? '');
const everyMs = 1;

if (socket && isMainThread && isServer) {
  const delay = monitorEventLoopDelay({ resolution: everyMs });
  delay.enable();
  // Left behind by the one before, which did not wait for its closing.
  rmSync(socket, { force: true });
  createServer((_request, reply) => {
    // It counts the time from one look to the next: what is beyond the pause between them is lateness.
    const late = (ns) => Math.max(0, ns / 1e6 - everyMs);
    reply.end(JSON.stringify({ p99: late(delay.percentile(99)), max: late(delay.max) }));
    delay.reset();
  })
    .listen(socket)
    .unref();
}
