import { metrics as metricsApi } from '@opentelemetry/api';
import { metrics } from '@opentelemetry/sdk-node';
import { onTestFinished } from 'vitest';

/** Registers a meter provider for this test. @returns a function that collects the metrics */
export function openMetricReader() {
  const reader = new (class extends metrics.MetricReader {
    protected async onShutdown() {}
    protected async onForceFlush() {}
  })();
  const provider = new metrics.MeterProvider({ readers: [reader] });
  metricsApi.setGlobalMeterProvider(provider);
  onTestFinished(async () => {
    metricsApi.disable();
    await provider.shutdown();
  });
  return async () => (await reader.collect()).resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
}
