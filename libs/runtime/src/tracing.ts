import { type Context, context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

// The trace context that is stored with events, jobs and payments: https://www.w3.org/TR/trace-context/#traceparent-header

/** Returns the `traceparent` of the active span; undefined without telemetry or outside of a span. */
export function readTraceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/**
 * Returns the context of a stored `traceparent`.
 * Without a `traceparent`, a span in this context starts a new trace.
 */
export function parseTraceparent(traceparent: string | undefined): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent });
}

/**
 * Runs work in a span of a stored trace, with a link to the active span.
 * Without a `traceparent`, runs the work in the active span.
 */
export async function continueTrace<Result>(
  traceparent: string | null,
  name: string,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!traceparent) return await run();
  const active = trace.getActiveSpan();
  const options = { kind: SpanKind.CONSUMER, links: active ? [{ context: active.spanContext() }] : [] };
  const parent = parseTraceparent(traceparent);
  return await trace.getTracer('xrp-bridge').startActiveSpan(name, options, parent, async (span) => {
    try {
      return await run();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
