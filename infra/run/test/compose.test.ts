import { access, readFile } from 'node:fs/promises';
import { serviceNames, servicePortOffsets, urlSettingOf } from '@xrp-bridge/contracts/services';
import { baseSettings, type Environment } from '@xrp-bridge/runtime/config';
import { expect, test } from 'vitest';
import {
  backupSettings,
  commonDatabaseUrl,
  readRunSettings,
  runSettings,
  sandboxElsewhere,
  sandboxProviders,
} from '../settings.ts';
import { loadService, targets } from '../targets.ts';
import { containers, environmentOf, getContainer, interpolate, volumes } from './compose.ts';

const read = (file: string) => readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');

const settingsOf = async (target: keyof typeof loadService) => {
  const { settings } = await loadService[target]();
  return Object.keys({ ...settings.shape, ...baseSettings.shape, ...runSettings.shape });
};

// Settings that need not be passed to a container: their defaults or the image's values fit, because each container has
// its own network and files.
const itsOwn = ['PORT', 'SANDBOX_PORT', 'DATA_DIR', 'STATIC_DIR', 'HOST', 'GIT_COMMIT'];

test.each(targets)('docker-compose passes every setting of the target %s to its container', async (name) => {
  const otherDatabases = [...targets, 'bus']
    .filter((part) => part !== name)
    .map((part) => `${part.toUpperCase()}_DATABASE_URL`);
  const passed = Object.keys(getContainer(name).environment);
  const missing = (await settingsOf(name)).filter((setting) => !passed.includes(setting));
  expect(missing.filter((setting) => ![...itsOwn, ...otherDatabases].includes(setting))).toEqual([]);
});

test('docs/settings.md has a row for every setting and for no other name', async () => {
  const rows = (await read('docs/settings.md')).split('\n').map((line) => /^\| (`.+?`) \|/.exec(line)?.[1] ?? '');
  const documented = rows.flatMap((names) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  // The entrypoint and OpenTelemetry read the first settings before any service is loaded. The sandbox reads the last one.
  const unlisted = [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_METRIC_EXPORT_INTERVAL',
    'OTEL_SERVICE_NAME',
    'OTEL_TRACES_SAMPLER',
    'OTEL_TRACES_SAMPLER_ARG',
    'STRIPE_WEBHOOK_TARGET',
  ];
  const known = new Set([
    ...unlisted,
    ...Object.keys(backupSettings.shape),
    ...(await Promise.all(targets.map(settingsOf))).flat(),
  ]);
  expect(documented.toSorted()).toEqual([...known].toSorted());
});

test('docker-compose runs each service in a container that can be scaled, at the address that the other services use', () => {
  for (const name of serviceNames) {
    const port = 3000 + servicePortOffsets[name];
    expect(getContainer(name).environment).toMatchObject({ TARGET: name, HEALTH_PORT: port });
    expect(getContainer('bff').environment[urlSettingOf(name)]).toBe(`http://${name}:${port}`);
    expect(getContainer(name).ports).toBeUndefined();
    expect(getContainer(name).container_name).toBeUndefined();
  }
});

test('docker-compose drops capabilities, mounts the file system read-only, and sets limits and a stop period', () => {
  for (const name of [...targets, 'sandbox', 'migrate']) {
    expect(getContainer(name)).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      stop_grace_period: '15s',
      deploy: { resources: { limits: { cpus: '2', memory: '1g' } } },
    });
  }
});

test('docker-compose starts services only after the migrations have ended', () => {
  expect(getContainer('migrate').command).toEqual(['node', 'infra/run/migrate.ts']);
  expect(Object.keys(getContainer('migrate').depends_on ?? {})).toEqual(['postgres']);
  const databases = targets.map((name) => `${name.toUpperCase()}_DATABASE_URL`);
  expect(Object.keys(getContainer('migrate').environment)).toEqual(expect.arrayContaining(databases));
  for (const name of targets) {
    expect(getContainer(name).depends_on?.migrate).toEqual({ condition: 'service_completed_successfully' });
  }
});

test('docker-compose publishes only the web app, the sandbox and Grafana, on loopback unless HOST is set', () => {
  const open = Object.entries(containers).flatMap(([name, { ports = [] }]) =>
    ports.map((port) => [name, interpolate(port, {})]),
  );
  expect(open).toEqual([
    ['bff', '127.0.0.1:3000:3000'],
    ['sandbox', '127.0.0.1:3001:3001'],
    ['grafana', '127.0.0.1:3003:3000'],
  ]);
  expect(interpolate(getContainer('bff').ports?.[0] ?? '', { HOST: '0.0.0.0', PORT: '80' })).toBe('0.0.0.0:80:3000');
});

test('docker-compose restarts PostgreSQL, Kafka and Redis and stores their data in volumes', () => {
  for (const [name, folder] of [
    ['postgres', '/var/lib/postgresql'],
    ['kafka', '/var/lib/kafka/data'],
    ['redis', '/data'],
  ] as const) {
    expect(getContainer(name).restart).toBe('unless-stopped');
    expect(getContainer(name).volumes).toEqual([`${name}:${folder}`]);
    expect(volumes).toHaveProperty(name);
  }
  expect(getContainer('kafka').environment.KAFKA_LOG_DIRS).toBe('/var/lib/kafka/data');
  expect(getContainer('postgres').healthcheck?.test.join(' ')).toContain('pg_isready -h 127.0.0.1');
  for (const name of [...targets, 'sandbox'])
    expect(getContainer(name).healthcheck?.test.join(' ')).toContain('/readyz');
});

test('docker-compose observes the services only with the profile, in limited containers without a password', () => {
  const observers = Object.entries(containers).filter(([, { profiles }]) => profiles);
  expect(observers.map(([name]) => name)).toEqual(['collector', 'prometheus', 'jaeger', 'grafana']);
  for (const [name, container] of observers) {
    expect(container).toMatchObject({
      profiles: ['observability'],
      image: expect.stringMatching(/:v?\d+\.\d+\.\d+$/),
      read_only: true,
      cap_drop: ['ALL'],
      deploy: { resources: { limits: { cpus: '1', memory: '1g' } } },
    });
    if (name !== 'collector') expect(container.healthcheck?.test.at(-1)).toMatch(/^http:\/\/127\.0\.0\.1:/);
  }
  expect(environmentOf('grafana')).toMatchObject({
    GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION: 'true',
    GF_AUTH_ANONYMOUS_ORG_ROLE: 'Viewer',
    GF_AUTH_DISABLE_LOGIN_FORM: 'true',
    GF_AUTH_BASIC_ENABLED: 'false',
  });
});

test('docker-compose mounts existing files into the observers, and their addresses are containers', async () => {
  for (const name of ['collector', 'prometheus', 'grafana']) {
    for (const volume of getContainer(name).volumes ?? []) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('./')) await access(new URL(`../../../${source}`, import.meta.url));
      else expect(volumes).toHaveProperty(source);
    }
  }
  const configured = await Promise.all(
    ['collector.yaml', 'prometheus.yaml', 'grafana/datasources/data-sources.yaml'].map((file) =>
      read(`infra/observability/${file}`),
    ),
  );
  const hosts = configured.flatMap((text) =>
    [...text.matchAll(/'(?:http:\/\/)?([a-z]+):\d+/g)].map(([, host]) => host),
  );
  expect(hosts.filter((host) => host && host !== 'localhost' && !(host in containers))).toEqual([]);
  expect(hosts).toContain('jaeger');
  expect(await read('README.md')).toContain(
    'OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318 docker compose --profile observability up --build',
  );
});

test('docker-compose uses the sandbox without keys and the real providers with keys', () => {
  const providers = (given: Environment) => {
    const environment = environmentOf('payment', given);
    const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
    return { ...sandboxProviders(sandboxElsewhere(readRunSettings(environment)), set), ...set };
  };
  expect(providers({})).toMatchObject({
    STRIPE_SECRET_KEY: 'sk_sandbox_xrp_bridge',
    STRIPE_API_BASE: 'http://sandbox:3001',
    SMTP_URL: 'smtp://sandbox:3002',
    XRPL_WS_URL: 'ws://sandbox:3001/xrpl/a,ws://sandbox:3001/xrpl/b',
  });
  const real = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    SMTP_URL: 'smtps://mail.example.com',
  };
  expect(providers(real)).toMatchObject(real);
  expect(providers(real)).not.toHaveProperty('STRIPE_API_BASE');
});

test('docker-compose accepts a database password with characters that a URL must escape', () => {
  const POSTGRES_PASSWORD = 'a:b/c@d?e#f%20';
  const url = new URL(commonDatabaseUrl(environmentOf('transfer', { POSTGRES_PASSWORD })) ?? '');
  expect(decodeURIComponent(url.password)).toBe(POSTGRES_PASSWORD);
  expect([url.username, url.host, url.pathname]).toEqual(['xrp_bridge', 'postgres:5432', '/xrp_bridge']);
  expect(environmentOf('postgres', { POSTGRES_PASSWORD }).POSTGRES_PASSWORD).toBe(POSTGRES_PASSWORD);
});
