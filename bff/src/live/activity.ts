import type { CloudEvent } from '@xrp-bridge/contracts/define';
import type { Activity } from '@xrp-bridge/contracts/public-api';
import { serviceNames } from '@xrp-bridge/contracts/services';
import type { EdgeContext, FastifyReply, FastifyRequest, ServiceContext } from '@xrp-bridge/runtime';
import { createStreams, type Stream } from './streams.ts';

/** A session may also be idle, end on another instance, or end with its account: open sessions are read this often. */
const sessionsReadEveryMs = 60_000;

/** Tells operators what happens, as it happens. */
export interface ActivityFeed {
  /**
   * Answers with server-sent events for as long as the session lasts.
   * @throws ProblemError rate_limited; service_unavailable while the bus is away
   */
  stream(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Ends what a session listens to: it has ended itself. */
  end(sessionId: string): void;
  close(): Promise<void>;
}

/** While nobody listens, nothing is read: most of the time nobody does, and events come by the thousand. */
export function createActivityFeed({
  watch,
  clock,
  log,
  listSessions,
}: Pick<EdgeContext, 'watch'> &
  Pick<ServiceContext, 'clock' | 'log'> & {
    /** The sessions that are open now. */
    listSessions: () => Promise<{ id: string }[]>;
  }): ActivityFeed {
  const streams = createStreams();
  const listeners = new Map<Stream, string>();
  let watching: ReturnType<typeof watch> | undefined;
  /** Those who listen, or are about to. */
  let wanted = 0;
  let reading: NodeJS.Timeout | undefined;

  /** Ends the streams of sessions that are over. */
  async function endOver(): Promise<void> {
    try {
      const open = new Set((await listSessions()).map(({ id }) => id));
      for (const [stream, id] of listeners) if (!open.has(id)) stream.end();
    } catch (error) {
      log.warn({ err: error }, 'the sessions could not be read');
    }
  }

  /** An event's kind and its ids, nothing of what it holds. */
  async function tell({ id, time, type, source, subject }: CloudEvent): Promise<void> {
    const activity: Activity = { id, at: time, type, source, subject };
    const message = `event: activity\nid: ${id}\ndata: ${JSON.stringify(activity)}\n\n`;
    for (const stream of listeners.keys()) stream.send(message);
  }

  async function begin(): Promise<void> {
    wanted += 1;
    watching ??= watch({ topics: serviceNames, deliver: tell });
    await watching;
  }

  async function leave(): Promise<void> {
    wanted -= 1;
    if (wanted > 0) return;
    clearInterval(reading);
    reading = undefined;
    const ended = watching;
    watching = undefined;
    try {
      await (await ended)?.stop();
    } catch (error) {
      log.warn({ err: error }, 'the activity could not be watched');
    }
  }

  return {
    async stream(request, reply) {
      const { operator } = request;
      if (!operator) return;
      let opened: Awaited<ReturnType<typeof streams.open>> = null;
      let begun = false;
      try {
        opened = await streams.open(request, reply, () => {
          begun = true;
          return begin();
        });
      } finally {
        if (!opened && begun) await leave();
      }
      if (!opened) return;
      const { stream } = opened;
      listeners.set(stream, operator.sessionId);
      reading ??= setInterval(endOver, sessionsReadEveryMs).unref();
      const over = setTimeout(() => stream.end(), operator.expiresAt.getTime() - clock().getTime()).unref();
      stream.onClose(() => {
        clearTimeout(over);
        listeners.delete(stream);
        void leave();
      });
    },
    end(sessionId) {
      for (const [stream, id] of listeners) if (id === sessionId) stream.end();
    },
    async close() {
      streams.close();
      await (await watching?.catch(() => undefined))?.stop();
    },
  };
}
