import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { RuntimeNodeInstrumentation } from '@opentelemetry/instrumentation-runtime-node';
import { NodeSDK, resources } from '@opentelemetry/sdk-node';

/**
 * Starts OpenTelemetry. The entrypoint imports this file first.
 * @returns a function that flushes and stops it
 */
export function startTelemetry(serviceName: string): () => Promise<void> {
  const sdk = new NodeSDK({
    serviceName,
    traceExporter: new OTLPTraceExporter(),
    // The SDK creates the reader of metrics, so that OTEL_METRIC_EXPORT_INTERVAL and OTEL_METRICS_EXPORTER work.
    instrumentations: [new RuntimeNodeInstrumentation()],
    resourceDetectors: [
      resources.envDetector,
      resources.processDetector,
      resources.hostDetector,
      resources.serviceInstanceIdDetector,
    ],
  });
  sdk.start();
  return () => sdk.shutdown();
}
