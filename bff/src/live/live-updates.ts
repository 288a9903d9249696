import type { FastifyReply, FastifyRequest, Logger } from '@xrp-bridge/runtime';
import { type TransferRecord, toTransfer } from '../clients.ts';
import { createStreams, type Stream } from './streams.ts';

/** A browser that watches a transfer. */
interface Viewer {
  stream: Stream;
  /** True if the browser owns the transfer. */
  mine: boolean;
  sentVersion: number;
}

/** A transfer that a browser watches or a request waits for. */
interface Watched {
  viewers: Set<Viewer>;
  waiters: Set<() => void>;
  reading: boolean;
  changedAgain: boolean;
}

export interface LiveUpdates {
  /** Reports that a transfer may have changed. */
  notify(transferId: string): void;
  /**
   * Sends server-sent events until the browser disconnects or `close` is called.
   * @throws ProblemError transfer_not_found; rate_limited if the caller or the server has too many open streams
   */
  stream(request: FastifyRequest, reply: FastifyReply, watched: { transferId: string; mine: boolean }): Promise<void>;
  /**
   * Reads the transfer after each change until `isSettled` is true or the time is up.
   * @returns the last state
   */
  waitFor(
    transferId: string,
    isSettled: (record: TransferRecord) => boolean,
    timeoutMs: number,
  ): Promise<TransferRecord>;
  /** Returns the number of open streams. */
  size(): number;
  /** Ends all streams. Browsers reconnect automatically, possibly to another instance. */
  close(): void;
}

// Interval at which a waiting request also polls, because an event can be lost with the bus connection.
const pollMs = 250;

/**
 * Sends transfers to the browsers that watch them.
 * An event from the bus only triggers a read. A browser receives the transfer only if the version is newer than the
 * last version sent.
 */
export function createLiveUpdates(options: {
  read(transferId: string): Promise<TransferRecord>;
  log: Logger;
  heartbeatMs?: number;
  maxStreams?: number;
  maxStreamsPerClient?: number;
}): LiveUpdates {
  const { read, log } = options;
  const watched = new Map<string, Watched>();
  const streams = createStreams(options);

  function watch(transferId: string): Watched {
    const existing = watched.get(transferId);
    if (existing) return existing;
    const entry: Watched = { viewers: new Set(), waiters: new Set(), reading: false, changedAgain: false };
    watched.set(transferId, entry);
    return entry;
  }

  function unwatchIfUnused(transferId: string): void {
    const entry = watched.get(transferId);
    if (entry && entry.viewers.size === 0 && entry.waiters.size === 0) watched.delete(transferId);
  }

  function notify(transferId: string): void {
    const entry = watched.get(transferId);
    if (!entry) return;
    for (const resume of entry.waiters) resume();
    if (entry.viewers.size === 0) return;
    if (entry.reading) entry.changedAgain = true;
    else void refresh(transferId, entry);
  }

  /** Reads the transfer and sends it. Any number of changes during the read cause one more read. */
  async function refresh(transferId: string, entry: Watched): Promise<void> {
    entry.reading = true;
    try {
      do {
        entry.changedAgain = false;
        const record = await read(transferId);
        for (const viewer of entry.viewers) send(viewer, record);
      } while (entry.changedAgain);
    } catch (error) {
      // The browsers reconnect and then receive the current state.
      log.warn({ err: error }, 'could not read a transfer for its live updates');
      for (const { stream } of entry.viewers) stream.end();
    } finally {
      entry.reading = false;
    }
  }

  function send(viewer: Viewer, record: TransferRecord): void {
    if (record.version <= viewer.sentVersion) return;
    viewer.sentVersion = record.version;
    const data = JSON.stringify(toTransfer(record, viewer.mine));
    viewer.stream.send(`event: status\nid: ${record.version}\ndata: ${data}\n\n`);
  }

  /** Reads a transfer and returns whether it may have changed during the read. */
  async function readAndDetectChange(transferId: string): Promise<{ record: TransferRecord; isChanged: boolean }> {
    const entry = watch(transferId);
    let isChanged = false;
    const onChange = () => {
      isChanged = true;
    };
    entry.waiters.add(onChange);
    try {
      const record = await read(transferId);
      return { record, isChanged };
    } finally {
      entry.waiters.delete(onChange);
      unwatchIfUnused(transferId);
    }
  }

  return {
    notify,
    async stream(request, reply, { transferId, mine }) {
      const opened = await streams.open(request, reply, () => readAndDetectChange(transferId));
      if (!opened) return;
      const { stream, prepared } = opened;
      const viewer: Viewer = { stream, mine, sentVersion: 0 };
      const entry = watch(transferId);
      entry.viewers.add(viewer);
      stream.onClose(() => {
        entry.viewers.delete(viewer);
        unwatchIfUnused(transferId);
      });
      send(viewer, prepared.record);
      if (prepared.isChanged) notify(transferId);
    },
    async waitFor(transferId, isSettled, timeoutMs) {
      const deadline = performance.now() + timeoutMs;
      const entry = watch(transferId);
      let change = Promise.withResolvers<void>();
      const resume = () => change.resolve();
      entry.waiters.add(resume);
      try {
        for (;;) {
          change = Promise.withResolvers<void>();
          const record = await read(transferId);
          const leftMs = deadline - performance.now();
          if (isSettled(record) || leftMs <= 0) return record;
          const timer = setTimeout(resume, Math.min(leftMs, pollMs));
          await change.promise;
          clearTimeout(timer);
        }
      } finally {
        entry.waiters.delete(resume);
        unwatchIfUnused(transferId);
      }
    },
    size: streams.size,
    close: streams.close,
  };
}
