import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { metrics, NodeSDK } from '@opentelemetry/sdk-node';

/**
 * Starts OpenTelemetry. The entrypoint imports this file before anything else, and only where
 * OTEL_EXPORTER_OTLP_ENDPOINT is set; the SDK reads its own OTEL_* variables.
 * @param serviceName what traces and metrics are said to come from
 * @returns a function that sends what is left and stops.
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
