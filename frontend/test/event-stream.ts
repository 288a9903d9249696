/** Returns a response of server-sent events and its writers, which do nothing after the page is closed. */
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
