import type { CloudEvent } from '@xrp-bridge/contracts/define';
import type { Activity } from '@xrp-bridge/contracts/public-api';
import type { FastifyReply, FastifyRequest } from '@xrp-bridge/runtime';
import { createStreams, type Stream } from './streams.ts';

/** Tells operators what happens, as it happens. */
export interface ActivityFeed {
  /** Passes an event on: its kind and its ids, nothing of what it holds. */
  tell(event: CloudEvent): void;
  /** Answers with server-sent events for as long as the session lasts. */
  stream(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Ends what a session listens to: it has ended itself. */
  end(sessionId: string): void;
  close(): void;
}

export function createActivityFeed(clock: () => Date): ActivityFeed {
  const streams = createStreams();
  const listeners = new Map<Stream, string>();
  return {
    tell({ id, time, type, source, subject }) {
      if (listeners.size === 0) return;
      const activity: Activity = { id, at: time, type, source, subject };
      const message = `event: activity\nid: ${id}\ndata: ${JSON.stringify(activity)}\n\n`;
      for (const stream of listeners.keys()) stream.send(message);
    },
    async stream(request, reply) {
      const { operator } = request;
      const opened = await streams.open(request, reply, async () => {});
      if (!opened || !operator) return;
      const { stream } = opened;
      listeners.set(stream, operator.sessionId);
      const over = setTimeout(() => stream.end(), operator.expiresAt.getTime() - clock().getTime()).unref();
      stream.onClose(() => {
        clearTimeout(over);
        listeners.delete(stream);
      });
    },
    end(sessionId) {
      for (const [stream, id] of listeners) if (id === sessionId) stream.end();
    },
    close: streams.close,
  };
}
