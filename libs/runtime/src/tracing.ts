import { type Context, context, propagation, ROOT_CONTEXT } from '@opentelemetry/api';

// The trace context of events and jobs: https://www.w3.org/TR/trace-context/#traceparent-header

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
