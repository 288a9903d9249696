import type { FastifyReply, FastifyRequest, Logger } from '@xrp-bridge/runtime';
import { type TransferRecord, toTransfer } from '../clients.ts';
import { createStreams, type Stream } from './streams.ts';

/** One browser that watches a transfer. */
interface Viewer {
  stream: Stream;
  /** Its browser owns the transfer. */
  mine: boolean;
  sentVersion: number;
}

/** A transfer somebody here watches or waits for. */
interface Watched {
  viewers: Set<Viewer>;
  waiters: Set<() => void>;
  reading: boolean;
  nudgedAgain: boolean;
}

export interface LiveUpdates {
  /** Tells that something about a transfer may have changed. */
  nudge(transferId: string): void;
  /**
   * Answers with server-sent events, for its owner or for others, until the browser leaves or `close` is called.
   * @throws ProblemError transfer_not_found, or rate_limited when the caller or the server has too many open.
   */
  stream(request: FastifyRequest, reply: FastifyReply, watched: { transferId: string; mine: boolean }): Promise<void>;
  /** Reads a transfer until `isSettled` says so, after each nudge; gives the last state when the time is up. */
  waitFor(
    transferId: string,
    isSettled: (record: TransferRecord) => boolean,
    timeoutMs: number,
  ): Promise<TransferRecord>;
  /** How many streams are open. */
  size(): number;
  /** Ends every stream; browsers come back by themselves to whoever answers next. */
  close(): void;
}

// A nudge can get lost with the bus' connection; whoever waits looks again after this time.
const lookAgainMs = 250;

/**
 * Sends transfers to the browsers that watch them. An event from the bus is only a nudge: the transfer is read again,
 * and sent if its version is newer than what that browser has.
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
    const entry: Watched = { viewers: new Set(), waiters: new Set(), reading: false, nudgedAgain: false };
    watched.set(transferId, entry);
    return entry;
  }

  function unwatchIfUnused(transferId: string): void {
    const entry = watched.get(transferId);
    if (entry && entry.viewers.size === 0 && entry.waiters.size === 0) watched.delete(transferId);
  }

  function nudge(transferId: string): void {
    const entry = watched.get(transferId);
    if (!entry) return;
    for (const wake of entry.waiters) wake();
    if (entry.viewers.size === 0) return;
    if (entry.reading) entry.nudgedAgain = true;
    else void refresh(transferId, entry);
  }

  /** Many nudges during one read make one more read. */
  async function refresh(transferId: string, entry: Watched): Promise<void> {
    entry.reading = true;
    try {
      do {
        entry.nudgedAgain = false;
        const record = await read(transferId);
        for (const viewer of entry.viewers) send(viewer, record);
      } while (entry.nudgedAgain);
    } catch (error) {
      // The browsers come back, and get the state of then.
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

  /** Reads a transfer, and tells whether it may have changed since. */
  async function readNoticing(transferId: string): Promise<{ record: TransferRecord; nudged: boolean }> {
    const entry = watch(transferId);
    let nudged = false;
    const notice = () => {
      nudged = true;
    };
    entry.waiters.add(notice);
    try {
      const record = await read(transferId);
      return { record, nudged };
    } finally {
      entry.waiters.delete(notice);
      unwatchIfUnused(transferId);
    }
  }

  return {
    nudge,
    async stream(request, reply, { transferId, mine }) {
      const opened = await streams.open(request, reply, () => readNoticing(transferId));
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
      if (prepared.nudged) nudge(transferId);
    },
    async waitFor(transferId, isSettled, timeoutMs) {
      const deadline = performance.now() + timeoutMs;
      const entry = watch(transferId);
      let nudged = Promise.withResolvers<void>();
      const wake = () => nudged.resolve();
      entry.waiters.add(wake);
      try {
        for (;;) {
          nudged = Promise.withResolvers<void>();
          const record = await read(transferId);
          const leftMs = deadline - performance.now();
          if (isSettled(record) || leftMs <= 0) return record;
          const timer = setTimeout(wake, Math.min(leftMs, lookAgainMs));
          await nudged.promise;
          clearTimeout(timer);
        }
      } finally {
        entry.waiters.delete(wake);
        unwatchIfUnused(transferId);
      }
    },
    size: streams.size,
    close: streams.close,
  };
}
