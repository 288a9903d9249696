// Node preloads this file into a server (`--import`). Each request over a socket returns the event loop delay since the
// previous request. Child processes also load this file, but serve nothing.
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

// biome-ignore lint/style/noProcessEnv: the bench passes the socket's path to the servers that it starts
const socket = process.env.BENCH_LOOP_SOCKET;
const isServer = /infra\/(run\/main|bench\/baseline-process)\.ts$/.test(process.argv[1] ?? '');
const everyMs = 1;

if (socket && isMainThread && isServer) {
  const delay = monitorEventLoopDelay({ resolution: everyMs });
  delay.enable();
  // A previous process may have left the file of the socket behind.
  rmSync(socket, { force: true });
  createServer((_request, reply) => {
    // The histogram contains the whole time between two samples. The part above the sampling interval is the delay.
    const late = (ns) => Math.max(0, ns / 1e6 - everyMs);
    reply.end(JSON.stringify({ p99: late(delay.percentile(99)), max: late(delay.max) }));
    delay.reset();
  })
    .listen(socket)
    .unref();
}
