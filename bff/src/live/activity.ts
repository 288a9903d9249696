import type { CloudEvent } from '@xrp-bridge/contracts/define';
import type { Activity } from '@xrp-bridge/contracts/public-api';
import { serviceNames } from '@xrp-bridge/contracts/services';
import type { EdgeContext, FastifyReply, FastifyRequest, ServiceContext } from '@xrp-bridge/runtime';
import { createStreams, type Stream } from './streams.ts';

/** Interval of the check for sessions that ended as idle, on another instance, or with their account. */
const sessionsReadEveryMs = 60_000;

/** Streams events to the operators' screens. */
export interface ActivityFeed {
  /**
   * Streams events to an operator's browser until the session ends.
   * @throws ProblemError rate_limited; service_unavailable if the bus cannot be reached
   */
  stream(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Ends the streams of a session that has ended. */
  end(sessionId: string): void;
  close(): Promise<void>;
}

/** Creates the feed. The feed subscribes to the bus only while a stream is open, to save work. */
export function createActivityFeed({
  watch,
  clock,
  log,
  listSessions,
}: Pick<EdgeContext, 'watch'> &
  Pick<ServiceContext, 'clock' | 'log'> & {
    /** Lists the sessions that have not ended. */
    listSessions: () => Promise<{ id: string }[]>;
  }): ActivityFeed {
  const streams = createStreams();
  const listeners = new Map<Stream, string>();
  let subscription: ReturnType<typeof watch> | undefined;
  /** The number of streams that are open or being opened. */
  let openCount = 0;
  let reading: NodeJS.Timeout | undefined;

  /** Ends the streams of sessions that have ended. */
  async function endStale(): Promise<void> {
    try {
      const open = new Set((await listSessions()).map(({ id }) => id));
      for (const [stream, id] of listeners) if (!open.has(id)) stream.end();
    } catch (error) {
      log.warn({ err: error }, 'could not read the sessions');
    }
  }

  /** Sends the type and the ids of an event, without the event's data. */
  async function sendActivity({ id, time, type, source, subject }: CloudEvent): Promise<void> {
    const activity: Activity = { id, at: time, type, source, subject };
    const message = `event: activity\nid: ${id}\ndata: ${JSON.stringify(activity)}\n\n`;
    for (const stream of listeners.keys()) stream.send(message);
  }

  async function subscribe(): Promise<void> {
    openCount += 1;
    subscription ??= watch({ topics: serviceNames, deliver: sendActivity });
    await subscription;
  }

  async function unsubscribe(): Promise<void> {
    openCount -= 1;
    if (openCount > 0) return;
    clearInterval(reading);
    reading = undefined;
    const last = subscription;
    subscription = undefined;
    try {
      await (await last)?.stop();
    } catch (error) {
      log.warn({ err: error }, 'could not watch the activity');
    }
  }

  return {
    async stream(request, reply) {
      const { operator } = request;
      if (!operator) return;
      let opened: Awaited<ReturnType<typeof streams.open>> = null;
      let isSubscribed = false;
      try {
        opened = await streams.open(request, reply, () => {
          isSubscribed = true;
          return subscribe();
        });
      } finally {
        if (!opened && isSubscribed) await unsubscribe();
      }
      if (!opened) return;
      const { stream } = opened;
      listeners.set(stream, operator.sessionId);
      reading ??= setInterval(endStale, sessionsReadEveryMs).unref();
      const over = setTimeout(() => stream.end(), operator.expiresAt.getTime() - clock().getTime()).unref();
      stream.onClose(() => {
        clearTimeout(over);
        listeners.delete(stream);
        void unsubscribe();
      });
    },
    end(sessionId) {
      for (const [stream, id] of listeners) if (id === sessionId) stream.end();
    },
    async close() {
      streams.close();
      await (await subscription?.catch(() => undefined))?.stop();
    },
  };
}
