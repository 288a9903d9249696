import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { Duplex } from 'node:stream';
import { currentLife, type Life, type Scheduler } from './scheduler.ts';

const loopback = '127.0.0.1';
/** First port that is given to a server which lets the system choose. */
const firstFreePort = 40_000;
/** Range of the time that a packet takes, in milliseconds. */
const latencyMs = { least: 0.05, most: 3 } as const;

/** One end of a connection within the simulated process. */
class SimulatedSocket extends Duplex {
  remoteAddress = loopback;
  remoteFamily = 'IPv4';
  localAddress = loopback;
  remotePort = 0;
  localPort = 0;
  connecting = false;
  encrypted = false;
  bytesWritten = 0;
  bytesRead = 0;
  peer: SimulatedSocket | undefined;
  readonly life = currentLife();
  #scheduler: Scheduler;
  /** Runs a function in the context of this end's owner. */
  #inContext = AsyncLocalStorage.snapshot();
  /** Time before which no further packet arrives, because packets of a connection stay in order. */
  #sentUntilUs = 0;
  #idleMs = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(scheduler: Scheduler) {
    super({ allowHalfOpen: false });
    this.#scheduler = scheduler;
  }

  /**
   * Sends a packet, which `arrive` handles at the other end.
   * The packet is the receiver's: it also arrives if the sender's process ends meanwhile.
   */
  #send(what: string, arrive: (peer: SimulatedSocket) => void): void {
    const { nowUs, random, schedule } = this.#scheduler;
    this.#sentUntilUs = Math.max(
      this.#sentUntilUs + 1,
      nowUs() + random.between(latencyMs.least, latencyMs.most) * 1_000,
    );
    const route = `${this.localPort} to ${this.remotePort}`;
    const { peer } = this;
    if (!peer) return;
    peer.#inContext(() =>
      schedule(`network ${route}: ${what}`, (this.#sentUntilUs - nowUs()) / 1_000, () => {
        if (!peer.destroyed) arrive(peer);
      }),
    );
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#restartIdle();
    this.bytesWritten += chunk.length;
    const isPaused = this.connecting;
    const send = () =>
      this.#send(`${chunk.length} bytes`, (peer) => {
        peer.bytesRead += chunk.length;
        peer.#restartIdle();
        peer.push(chunk);
      });
    if (isPaused) this.once('connect', send);
    else send();
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer', done);
  }

  override _final(done: () => void): void {
    const send = () => this.#send('end', (peer) => peer.push(null));
    if (this.connecting) this.once('connect', send);
    else send();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#idle);
    if (!this.writableFinished) this.hangUp();
    done(error);
  }

  /** Ends the other end, as the operating system does for a closed socket. No code of this end runs. */
  hangUp(): void {
    if (this.peer) this.#send('end', (peer) => peer.push(null));
  }

  #restartIdle(): void {
    if (this.#idleMs > 0) this.setTimeout(this.#idleMs);
  }

  setTimeout(ms: number, onTimeout?: () => void): this {
    clearTimeout(this.#idle);
    this.#idleMs = ms;
    if (ms > 0) this.#idle = setTimeout(() => this.emit('timeout'), ms);
    if (onTimeout && ms > 0) this.once('timeout', onTimeout);
    else if (onTimeout) this.removeListener('timeout', onTimeout);
    return this;
  }

  get readyState(): string {
    if (this.connecting) return 'opening';
    if (this.readable) return this.writable ? 'open' : 'readOnly';
    return this.writable ? 'writeOnly' : 'closed';
  }

  get timeout(): number {
    return this.#idleMs;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  resetAndDestroy(): this {
    return this.destroy();
  }

  address() {
    return { address: loopback, family: 'IPv4', port: this.localPort };
  }
}

function errorOf(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** A server that accepts connections. Several instances may share a port, as behind a load balancer. */
interface Listener {
  server: net.Server;
  port: number;
  accept: (socket: SimulatedSocket) => void;
  life: Life | undefined;
}

export interface SimulatedNetwork {
  /** Ends the servers and connections of a crashed process. */
  drop(life: Life): void;
}

/**
 * Replaces the sockets of this process. The packets are steps of the scheduler.
 * PostgreSQL's driver creates its sockets itself, so its connections stay real.
 */
export function installNetwork(scheduler: Scheduler): SimulatedNetwork {
  const listeners = new Set<Listener>();
  const sockets = new Set<SimulatedSocket>();
  const ports = new WeakMap<net.Server, number>();
  let nextServerPort = firstFreePort;
  let nextClientPort = firstFreePort + 10_000;

  function open(): SimulatedSocket {
    const socket = new SimulatedSocket(scheduler);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  }

  function connect(...given: unknown[]): SimulatedSocket {
    const [first, second] = given;
    const port = Number(typeof first === 'object' ? (first as net.TcpNetConnectOpts).port : first);
    const host = typeof first === 'object' ? (first as net.TcpNetConnectOpts).host : second;
    const onConnect = given.find((each) => typeof each === 'function') as (() => void) | undefined;
    const socket = open();
    Object.assign(socket, { connecting: true, remotePort: port, localPort: nextClientPort++ });
    if (onConnect) socket.once('connect', onConnect);
    scheduler.schedule(`connection to port ${port}`, scheduler.random.between(latencyMs.least, latencyMs.most), () => {
      if (socket.destroyed) return;
      const reached = [...listeners].filter((each) => each.port === port);
      socket.connecting = false;
      if (reached.length === 0 || (host !== loopback && host !== 'localhost')) {
        socket.destroy(errorOf('ECONNREFUSED', `connect ECONNREFUSED ${host}:${port}`));
        return;
      }
      scheduler.random.pick(reached).accept(socket);
      socket.emit('connect');
      socket.emit('ready');
    });
    return socket;
  }

  function listen(this: net.Server, ...given: unknown[]): net.Server {
    const [first] = given;
    const wanted = Number(typeof first === 'object' && first !== null ? (first as net.ListenOptions).port : first) || 0;
    const port = wanted || nextServerPort++;
    const onListening = given.find((each) => typeof each === 'function') as (() => void) | undefined;
    if (onListening) this.once('listening', onListening);
    const inContext = AsyncLocalStorage.snapshot();
    const accept = (socket: SimulatedSocket) => {
      const accepted = open();
      Object.assign(accepted, { localPort: port, remotePort: socket.localPort, peer: socket });
      socket.peer = accepted;
      this.emit('connection', accepted);
    };
    listeners.add({ server: this, port, accept: (socket) => inContext(accept, socket), life: currentLife() });
    ports.set(this, port);
    // Node measures these limits of an HTTP server in real time.
    Object.assign(this, { headersTimeout: 0, requestTimeout: 0 });
    process.nextTick(() => this.emit('listening'));
    return this;
  }

  function close(this: net.Server, done?: (error?: Error) => void): net.Server {
    for (const each of listeners) if (each.server === this) listeners.delete(each);
    ports.delete(this);
    if (done) this.once('close', done);
    process.nextTick(() => this.emit('close'));
    return this;
  }

  Object.assign(net, { connect, createConnection: connect });
  Object.assign(http.Agent.prototype, { createConnection: connect });
  Object.assign(net.Server.prototype, {
    listen,
    close,
    address(this: net.Server) {
      const port = ports.get(this);
      return port === undefined ? null : { address: loopback, family: 'IPv4', port };
    },
    getConnections: (done: (error: null, count: number) => void) => process.nextTick(done, null, 0),
    ref(this: net.Server) {
      return this;
    },
    unref(this: net.Server) {
      return this;
    },
  });
  Object.defineProperty(net.Server.prototype, 'listening', {
    configurable: true,
    get(this: net.Server) {
      return ports.has(this);
    },
  });
  syncBuiltinESMExports();
  return {
    drop(life) {
      for (const each of listeners) if (each.life === life) listeners.delete(each);
      for (const socket of sockets) {
        if (socket.life !== life) continue;
        sockets.delete(socket);
        socket.hangUp();
      }
    },
  };
}
