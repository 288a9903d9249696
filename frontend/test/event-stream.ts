/**
 * Returns a response with server-sent events, and functions that write to it.
 * After the page has closed the stream, the functions do nothing.
 */
export function openEventStream() {
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  const headers = { 'content-type': 'text/event-stream' };
  return {
    response: new Response(readable.pipeThrough(new TextEncoderStream()), { headers }),
    send: (text: string) => void writer.write(text).catch(() => {}),
    close: () => void writer.close().catch(() => {}),
  };
}
