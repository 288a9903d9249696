import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { metrics, NodeSDK } from '@opentelemetry/sdk-node';

/**
 * Starts OpenTelemetry. The entrypoint imports this file first.
 * @returns a function that flushes and stops it
 */
export function startTelemetry(serviceName: string): () => Promise<void> {
  const sdk = new NodeSDK({
    serviceName,
    traceExporter: new OTLPTraceExporter(),
    metricReaders: [new metrics.PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })],
  });
  sdk.start();
  return () => sdk.shutdown();
}
