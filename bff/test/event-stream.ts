import type { Transfer } from '@xrp-bridge/contracts/transfer';

interface Frame {
  event?: string;
  id?: string;
  data?: Transfer;
  retry?: string;
  comment?: string;
}

interface EventStream {
  status: number;
  headers: Headers;
  frames: Frame[];
  /** The transfers of the received `status` events, oldest first. */
  states(): Transfer[];
  ended: boolean;
  /** True if the connection was lost before the server ended the stream. */
  broken: boolean;
  leave(): void;
}

/**
 * Collects server-sent events until the stream ends.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function listen(url: string, headers: Record<string, string> = {}): Promise<EventStream> {
  const abort = new AbortController();
  const answer = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: abort.signal });
  const stream: EventStream = {
    status: answer.status,
    headers: answer.headers,
    frames: [],
    states: () => stream.frames.flatMap((frame) => (frame.event === 'status' && frame.data ? [frame.data] : [])),
    ended: false,
    broken: false,
    leave: () => abort.abort(),
  };
  void read(answer, stream);
  return stream;
}

async function read(answer: Response, stream: EventStream): Promise<void> {
  let rest = '';
  try {
    for await (const text of (answer.body as ReadableStream).pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      stream.frames.push(...blocks.map(parseFrame));
    }
  } catch {
    stream.broken = true;
  }
  stream.ended = true;
}

function parseFrame(block: string): Frame {
  const frame: Frame = {};
  for (const line of block.split('\n')) {
    const [, field = '', value = ''] = /^(\w*): ?(.*)$/.exec(line) ?? [];
    if (field === '') frame.comment = value;
    else if (field === 'data') frame.data = JSON.parse(value);
    else if (field === 'event' || field === 'id' || field === 'retry') frame[field] = value;
  }
  return frame;
}
