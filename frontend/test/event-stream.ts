/** Returns a response of server-sent events and the functions that write to it; a closed page reads none. */
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
