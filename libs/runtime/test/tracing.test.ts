import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api';
import type { RouteHandlerMethod } from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addTracing, allow, createHttpServer } from '../src/http.ts';
import { continueTrace, readTraceparent } from '../src/tracing.ts';
import { silent } from './adapters/bus.harness.ts';
import { recordSpans } from './span-recorder.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

describe('the edge server', () => {
  /**
   * Sends a request with these headers.
   * @returns the recorded spans, and the headers of calls to our services
   */
  async function request(sampler: string, headers: Record<string, string>, ratio = '1') {
    vi.stubEnv('OTEL_TRACES_SAMPLER', sampler);
    vi.stubEnv('OTEL_TRACES_SAMPLER_ARG', ratio);
    onTestFinished(() => void vi.unstubAllEnvs());
    const spans = recordSpans();
    const app = createHttpServer({ log: silent, guards: { open: allow } });
    onTestFinished(() => app.close());
    await addTracing(app, true);
    const sent: Record<string, string> = {};
    app.get('/', { config: { access: 'open' } }, async () => propagation.inject(context.active(), sent));
    await app.inject({ url: '/', headers });
    return { spans, sent };
  }

  it('continues the trace of the caller, without its other values', async () => {
    const { spans, sent } = await request('parentbased_always_on', {
      traceparent: `00-${traceId}-${spanId}-01`,
      tracestate: 'a=b',
      baggage: 'user=ada',
    });
    expect(spans).toMatchObject([{ name: 'GET /', parentSpanContext: { traceId, spanId } }]);
    expect(sent).toEqual({ traceparent: `00-${traceId}-${spans[0]?.spanContext().spanId}-01` });
  });

  it.each([
    ['always on', 'parentbased_always_on', '00', 1],
    ['always off', 'parentbased_always_off', '01', 0],
  ])('samples by its own sampler (%s), whatever the caller’s flag', async (_name, sampler, flag, count) => {
    const { spans, sent } = await request(sampler, { traceparent: `00-${traceId}-${spanId}-${flag}` });
    expect(spans).toHaveLength(count);
    expect(sent.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-0${count}$`));
  });

  it('does not sample a trace because of its id', async () => {
    const traceparent = `00-${'1'.padStart(32, '0')}-${spanId}-01`;
    const { spans } = await request('parentbased_traceidratio', { traceparent }, '0.000000001');
    expect(spans).toEqual([]);
  });

  it.each(['nonsense', `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`])(
    'starts a new trace for the traceparent %j',
    async (traceparent) => {
      const { spans } = await request('parentbased_always_on', { traceparent });
      expect(spans).toMatchObject([{ name: 'GET /', parentSpanContext: undefined }]);
    },
  );
});

describe('a server', () => {
  /** Starts a server with this handler. @returns its URL */
  async function serve(handler: RouteHandlerMethod): Promise<string> {
    const app = createHttpServer({ log: silent, guards: { open: allow } });
    onTestFinished(() => app.close());
    await addTracing(app, false);
    app.get('/', { config: { access: 'open' } }, handler);
    return await app.listen();
  }

  it('ends the span of a request whose caller closes the connection, with an error', async () => {
    const spans = recordSpans();
    const caller = new AbortController();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const url = await serve(async (_request, reply) => {
      caller.abort();
      await released;
      return reply;
    });
    await expect(fetch(url, { signal: caller.signal })).rejects.toThrow('aborted');
    const status = { code: SpanStatusCode.ERROR, message: 'The connection closed before the response.' };
    await vi.waitFor(() => expect(spans).toMatchObject([{ name: 'GET /', status }]));
    release();
  });

  it('ends the span of a stream that its caller closes, without an error', async () => {
    const spans = recordSpans();
    const caller = new AbortController();
    const url = await serve(async (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200).flushHeaders();
      return reply;
    });
    await fetch(url, { signal: caller.signal });
    caller.abort();
    const status = { code: SpanStatusCode.UNSET };
    await vi.waitFor(() => expect(spans).toMatchObject([{ name: 'GET /', status }]));
  });
});

it('work that continues a stored trace runs in a span of that trace, with a link to the active span', async () => {
  const spans = recordSpans();
  let traceparent: string | undefined;
  const webhook = await trace.getTracer('test').startActiveSpan('webhook', async (span) => {
    await continueTrace(`00-${traceId}-${spanId}-01`, 'settle', async () => {
      traceparent = readTraceparent();
    });
    return span.spanContext();
  });
  expect(spans).toMatchObject([
    { name: 'settle', parentSpanContext: { traceId, spanId }, links: [{ context: webhook }] },
  ]);
  expect(traceparent).toBe(`00-${traceId}-${spans[0]?.spanContext().spanId}-01`);
});
