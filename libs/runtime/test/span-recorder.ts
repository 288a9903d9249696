import { context, propagation, trace } from '@opentelemetry/api';
import { NodeSDK, type tracing } from '@opentelemetry/sdk-node';
import { onTestFinished } from 'vitest';

/** Turns telemetry on for this test. @returns the list to which each span is added when it ends */
export function recordSpans(): tracing.ReadableSpan[] {
  const spans: tracing.ReadableSpan[] = [];
  const recorder = {
    onStart() {},
    onEnd: (span: tracing.ReadableSpan) => void spans.push(span),
    forceFlush: async () => {},
    shutdown: async () => {},
  };
  const sdk = new NodeSDK({ spanProcessors: [recorder], metricReaders: [], autoDetectResources: false });
  sdk.start();
  onTestFinished(async () => {
    await sdk.shutdown();
    for (const api of [trace, context, propagation]) api.disable();
  });
  return spans;
}
