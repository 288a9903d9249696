import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { expectMails, payForTransfer, send, startAll, startTargets } from './harness.ts';

const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';

/** Makes a process print which packages of OpenTelemetry it loads. */
const probe = `
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      const [, part] = /@opentelemetry[/](sdk-node|exporter-[^/]+)/.exec(url) ?? [];
      if (part) console.log('LOADS ' + part);
      return next(url, context);
    },
  });`;
const probed = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(probe)}` };

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** The name of the service that exported the span. */
  service: string;
}

/** Starts a minimal OTLP collector over HTTP, which stores all requests. */
async function startCollector() {
  const received: { path: string; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ path: String(request.url), body: Buffer.concat(chunks).toString() });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spans: (): Span[] =>
      received
        .filter(({ path }) => path === '/v1/traces')
        .flatMap(({ body }) => JSON.parse(body).resourceSpans)
        .flatMap(({ resource, scopeSpans }) => {
          const service = resource.attributes.find(({ key }: { key: string }) => key === 'service.name');
          return scopeSpans
            .flatMap(({ spans }: { spans: Span[] }) => spans)
            .map((span: Span) => ({ ...span, service: service.value.stringValue }));
        }),
  };
}

async function startDatabase(): Promise<string> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database.url;
}

test('a payment is one tree of spans from the browser to the mail, without personal data or addresses', async () => {
  const collector = await startCollector();
  const system = await startTargets({
    DATABASE_URL: await startDatabase(),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_METRIC_EXPORT_INTERVAL: '500',
    ...probed,
  });
  const email = 'traced.person@example.com';
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  // The sampled flag is 0, which the BFF ignores.
  const headers = { traceparent: `00-${traceId}-${spanId}-00` };
  const { id } = await payForTransfer(system, email, { destinationAddress: address }, headers);
  await expectMails(system, email, 1);
  await send(`${system.bff}/api/destination-check?address=${address}&tag=77777777`);
  await fetch(`${system.bff}/api/nothing/${address}`);
  const metrics = () => collector.received.filter(({ path }) => path === '/v1/metrics').map(({ body }) => body);
  for (const name of ['service.instance.id', 'xrp_bridge.outbox.age', 'nodejs.eventloop.delay.p99']) {
    await vi.waitFor(() => expect(metrics().join('\n')).toContain(name), { timeout: 150_000 });
  }
  // A process exports its remaining spans when it stops.
  await Promise.all([...system.instances.values()].map((target) => target.stop()));

  const spans = collector.spans();
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const journey = spans.filter((span) => span.traceId === traceId);
  const roots = journey.filter(({ parentSpanId = '' }) => !byId.has(parentSpanId));
  expect(roots).toMatchObject([{ name: 'POST /api/create-payment-intent', parentSpanId: spanId }]);
  const pathTo = (span: Span | undefined): string[] =>
    span
      ? [...pathTo(byId.get(span.parentSpanId ?? '')), `${span.service.replace('xrp-bridge-', '')}: ${span.name}`]
      : [];
  const paths = spans.map(pathTo);
  expect(paths).toContainEqual([
    'bff: POST /api/create-payment-intent',
    'payment: POST /intents',
    'payment: settle payment',
    'transfer: handle payment.succeeded',
    'notification: handle transfer.instructions_ready',
    'notification: run send-email',
  ]);
  expect(paths).toContainEqual(['bff: GET /api/destination-check', 'transfer: POST /destination-check']);

  expect(system.instances.get('bff 1')?.output()).toContain('LOADS sdk-node');
  const exported = collector.received.map(({ body }) => body).join('\n');
  expect(exported).toContain('xrp-bridge-payment');
  for (const secret of [email, address, id, '77777777', 'whsec_', 'sk_sandbox', 'a-token-shared']) {
    expect(exported).not.toContain(secret);
  }
});

test('without a collector, OpenTelemetry’s SDK is not loaded', async () => {
  const system = await startAll({ DATABASE_URL: await startDatabase(), ...probed });
  expect(system.output()).not.toContain('LOADS');
});
