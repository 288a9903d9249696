import { readdir, readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { ScaledObject, TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { serviceNames, servicePortOffsets, urlSettingOf } from '@xrp-bridge/contracts/services';
import { kafkaPrefix } from '@xrp-bridge/runtime/bus/kafka-topics';
import { topicDefaults } from '@xrp-bridge/runtime/bus/port';
import { baseSettings, readSettings } from '@xrp-bridge/runtime/config';
import { waitingListOf } from '@xrp-bridge/runtime/queue-backend';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Namespace, Service } from 'kubernetes-models/v1';
import { describe, expect, it, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { secretSettings } from '../environment.ts';
import { databaseUrlsOf, runSettings } from '../settings.ts';
import { stopDeadlineMs } from '../stop-deadline.ts';
import { loadService, type Target, targets } from '../targets.ts';

// biome-ignore lint/suspicious/noExplicitAny: the schemas below check the manifests' shapes
type Manifest = any;

interface Kustomization {
  resources: string[];
  replicas?: { name: string; count: number }[];
  patches?: { path: string; target: { kind: string } }[];
  configMapGenerator?: { name: string; envs: string[] }[];
}

const folder = new URL('../../k8s/', import.meta.url);
const folders = ['base', 'overlays/small', 'overlays/large'] as const;
const read = (file: string) => readFile(new URL(file, folder), 'utf8');
const readAll = async (file: string): Promise<Manifest[]> =>
  parseAllDocuments(await read(file)).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS();
  });

const kustomizations = Object.fromEntries(
  await Promise.all(
    folders.map(async (name) => [name, parse(await read(`${name}/kustomization.yaml`)) as Kustomization] as const),
  ),
) as Record<(typeof folders)[number], Kustomization>;

/** Returns the manifest files of a folder that its kustomization lists. */
const listed = (name: (typeof folders)[number]) =>
  kustomizations[name].resources.filter((resource) => resource.endsWith('.yaml')).map((file) => `${name}/${file}`);

const manifests = (await Promise.all(folders.flatMap(listed).map(readAll))).flat();
const patches = (
  await Promise.all(
    folders.flatMap((name) => (kustomizations[name].patches ?? []).map(({ path }) => readAll(`${name}/${path}`))),
  )
).flat();

const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const find = (kind: string, name: string) => {
  const found = ofKind(kind).filter((manifest) => manifest.metadata.name === name);
  expect(found, `${kind} ${name}`).toHaveLength(1);
  return found[0];
};
const podOf = (name: string) => find('Deployment', name).spec.template;
const containerOf = (name: string) => podOf(name).spec.containers[0];
const portOf = (name: Target) => 3000 + (name === 'bff' ? 0 : servicePortOffsets[name]);
const labelsOf = (name: string) => ({ 'app.kubernetes.io/name': 'xrp-bridge', 'app.kubernetes.io/component': name });

const configMaps = new Map(
  await Promise.all(
    (kustomizations.base.configMapGenerator ?? []).map(async ({ name, envs }) => {
      const texts = await Promise.all(envs.map((file) => read(`base/${file}`)));
      return [name, parseEnv(texts.join('\n')) as Record<string, string>] as const;
    }),
  ),
);

/** Returns the plain settings of a container, from its ConfigMaps and its own values. */
function plainOf(name: string): Record<string, string> {
  const { envFrom, env } = containerOf(name);
  const plain: Record<string, string> = {};
  for (const { configMapRef } of envFrom) Object.assign(plain, valuesOf(configMapRef.name));
  for (const { name, value, valueFrom } of env) {
    if (value !== undefined) plain[name] = value;
    if (valueFrom?.configMapKeyRef) {
      const { name: map, key } = valueFrom.configMapKeyRef;
      expect(valuesOf(map)).toHaveProperty(key);
      plain[name] = valuesOf(map)[key] ?? '';
    }
  }
  return plain;
}

function valuesOf(map: string): Record<string, string> {
  const values = configMaps.get(map);
  if (!values) throw new Error(`no ConfigMap ${map}`);
  return values;
}

interface SecretSetting {
  name: string;
  secret: string;
  key: string;
  optional: boolean;
}

function secretsOf(name: string): SecretSetting[] {
  return (containerOf(name).env as Manifest[]).flatMap(({ name, valueFrom }) => {
    const ref = valueFrom?.secretKeyRef;
    return ref ? [{ name, secret: ref.name, key: ref.key, optional: ref.optional ?? false }] : [];
  });
}

const isSecret = (name: string) => secretSettings.includes(name);

const schemasOf = async (name: Target) => {
  const { settings } = await loadService[name]();
  return { own: settings, base: baseSettings, run: runSettings };
};

async function settingsOf(name: Target): Promise<string[]> {
  const { own, base, run } = await schemasOf(name);
  return Object.keys({ ...own.shape, ...base.shape, ...run.shape });
}

/** Settings whose defaults or values in the image fit, because each pod has its own network and files. */
const unsetSettings = ['PORT', 'SANDBOX_PORT', 'STATIC_DIR', 'GIT_COMMIT'];
/** Settings of the sandbox. Production refuses or does not need them. */
const sandboxOnly = /^SANDBOX_URL$|_SANDBOX_URL$|^SIGNAL_SOURCES_URL$|_(API|BROWSER|OAUTH)_BASE$/;

/** Values that production accepts, for the settings that an installation must set. */
const installation: Record<string, string> = {
  PUBLIC_URL: 'https://bridge.example.org',
  SUPPORT_EMAIL: 'help@bridge.dev',
  LEGAL_NAME: 'Bridge Inc.',
  POSTAL_ADDRESS: '1 Main Street, Columbus, OH',
  JURISDICTION: 'the State of Ohio, USA',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
  SMTP_URL: 'smtps://mail.example.org',
  REDIS_URL: 'redis://redis:6379',
  INTERNAL_TOKEN: 'a'.repeat(32),
  DATABASE_URL: 'postgres://postgres/xrp_bridge',
};

const models = [
  Namespace,
  Service,
  Deployment,
  NetworkPolicy,
  PodDisruptionBudget,
  HorizontalPodAutoscaler,
  ScaledObject,
  TriggerAuthentication,
];

/**
 * Validates a manifest against its schema.
 * Kubernetes' schemas allow unknown fields, so a field that the validator never reads is reported as unknown.
 */
function problemsOf(manifest: Manifest): string[] {
  const model = models.find(({ apiVersion, kind }) => apiVersion === manifest.apiVersion && kind === manifest.kind);
  if (!model) return [`no schema for ${manifest.apiVersion} ${manifest.kind}`];
  const unread = new Set<string>();
  const observe = (value: Manifest, path: string): Manifest => {
    if (typeof value !== 'object' || value === null) return value;
    for (const key of Object.keys(value)) unread.add(`${path}/${key}`);
    const children = Object.fromEntries(
      Object.entries(value).map(([key, child]) => [key, observe(child, `${path}/${key}`)]),
    );
    return new Proxy(Array.isArray(value) ? Object.values(children) : children, {
      get: (target, key) => {
        unread.delete(`${path}/${String(key)}`);
        return Reflect.get(target, key);
      },
    });
  };
  try {
    model.prototype.validate.call(observe(manifest, ''));
  } catch (error) {
    return [String(error)];
  }
  return [...unread].map((field) => `unknown field ${field}`);
}

/** Returns a manifest with the fields of a patch. Lists in the patch replace lists of the same name. */
function mergePatch(manifest: Manifest, patch: Manifest): Manifest {
  if (typeof patch !== 'object' || Array.isArray(patch)) return patch;
  const fields = Object.entries(patch).map(([name, value]) => [name, mergePatch(manifest?.[name], value)]);
  return { ...manifest, ...Object.fromEntries(fields) };
}

describe('kustomizations', () => {
  it.each(folders)('%s lists exactly the files of its folder', async (name) => {
    const { patches = [], configMapGenerator = [], resources } = kustomizations[name];
    const named = [
      ...resources.filter((resource) => !resource.startsWith('../')),
      ...patches.map(({ path }) => path),
      ...configMapGenerator.flatMap(({ envs }) => envs),
    ];
    const entries = await readdir(new URL(`${name}/`, folder), { recursive: true, withFileTypes: true });
    const root = new URL(`${name}/`, folder).pathname;
    const files = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
    const relative = files.map((file) => file.replace(/\/+/g, '/').slice(root.length));
    expect(named.toSorted()).toEqual(relative.filter((file) => file !== 'kustomization.yaml').toSorted());
  });

  it('build both overlays on the base', () => {
    expect(kustomizations['overlays/small'].resources).toEqual(['../../base']);
    expect(kustomizations['overlays/large'].resources).toContain('../../base');
    expect(kustomizations['overlays/small'].replicas).toEqual(
      expect.arrayContaining(targets.map((name) => ({ name, count: 1 }))),
    );
  });
});

describe('manifests', () => {
  it('match the schemas of Kubernetes and KEDA', () => {
    const patched = patches.flatMap((patch) =>
      ofKind(patch.kind).map((manifest) => ({ ...manifest, spec: mergePatch(manifest.spec, patch.spec) })),
    );
    const problems = [...manifests, ...patched].flatMap((manifest) =>
      problemsOf(manifest).map((problem) => ({
        manifest: `${manifest.kind} ${manifest.metadata.name}`,
        problem,
      })),
    );
    expect(problems).toEqual([]);
  });

  it('exist once for each target', () => {
    for (const kind of ['Deployment', 'Service', 'PodDisruptionBudget']) {
      expect(
        ofKind(kind)
          .map(({ metadata }) => metadata.name)
          .toSorted(),
      ).toEqual(targets.toSorted());
    }
  });

  it('select the labels of the pods', () => {
    for (const name of targets) {
      expect(podOf(name).metadata.labels).toEqual(labelsOf(name));
      expect(find('Deployment', name).spec.selector.matchLabels).toEqual(labelsOf(name));
      expect(find('Service', name).spec.selector).toEqual(labelsOf(name));
      expect(find('PodDisruptionBudget', name).spec.selector.matchLabels).toEqual(labelsOf(name));
    }
    for (const patch of patches) {
      for (const { labelSelector, matchLabelKeys } of patch.spec.template.spec.topologySpreadConstraints) {
        const keys = Object.keys(labelsOf('bff'));
        expect(labelSelector.matchLabels).toEqual({ 'app.kubernetes.io/name': 'xrp-bridge' });
        expect([...keys, 'pod-template-hash']).toEqual(expect.arrayContaining(matchLabelKeys));
      }
    }
  });
});

describe.each(targets)('target %s', (name) => {
  it('listens on the port that the other processes use', () => {
    const port = portOf(name);
    const container = containerOf(name);
    expect(podOf(name).spec.containers).toHaveLength(1);
    expect(container.ports).toEqual([{ name: 'http', containerPort: port }]);
    expect(find('Service', name).spec.ports).toEqual([{ name: 'http', port, targetPort: 'http' }]);
    expect(plainOf(name).TARGET).toBe(name);
    expect(find('Service', name).spec.clusterIP).toBe(name === 'bff' ? undefined : 'None');
  });

  it('is probed at the paths of the runtime', () => {
    const { startupProbe, livenessProbe, readinessProbe } = containerOf(name);
    expect(startupProbe.httpGet).toEqual({ path: '/livez', port: 'http' });
    expect(livenessProbe.httpGet).toEqual({ path: '/livez', port: 'http' });
    expect(readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' });
    // The BFF waits up to 3 s for the services' answers.
    expect(readinessProbe.timeoutSeconds).toBeGreaterThan(3);
  });

  it('has time to stop after the load balancers', () => {
    const { terminationGracePeriodSeconds } = podOf(name).spec;
    const { sleep } = containerOf(name).lifecycle.preStop;
    expect(sleep.seconds).toBe(5);
    expect(terminationGracePeriodSeconds).toBeGreaterThan(sleep.seconds + stopDeadlineMs / 1000);
    expect(find('Deployment', name).spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
  });

  it('runs without privileges on a read-only file system', () => {
    const { containers, ...spec } = podOf(name).spec;
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      volumes: [{ name: 'tmp', emptyDir: {} }],
    });
    expect(containers[0]).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
    });
    for (const amounts of [containers[0].resources.requests, containers[0].resources.limits]) {
      expect(Object.keys(amounts)).toEqual(['cpu', 'memory']);
    }
  });

  it('gets every setting of its schema and no other', async () => {
    const known = await settingsOf(name);
    const given = [...Object.keys(plainOf(name)), ...secretsOf(name).map((secret) => secret.name)];
    expect(given.filter((setting) => !known.includes(setting))).toEqual([]);
    expect(given).toHaveLength(new Set(given).size);
    const otherDatabases = [...targets, 'bus']
      .filter((part) => part !== name)
      .map((part) => `${part.toUpperCase()}_DATABASE_URL`);
    const left = [...unsetSettings, ...otherDatabases];
    const missing = known.filter((setting) => !given.includes(setting) && !sandboxOnly.test(setting));
    expect(missing.filter((setting) => !left.includes(setting))).toEqual([]);
    expect(given.filter((setting) => otherDatabases.includes(setting))).toEqual([]);
  });

  it('gets its secrets from its own Secret, and no secret from a ConfigMap', () => {
    for (const { name: setting, secret, key } of secretsOf(name)) {
      expect([setting, secret, key]).toEqual([setting, `${name}-secrets`, setting]);
      expect(isSecret(setting), setting).toBe(true);
    }
    for (const values of [plainOf(name), ...configMaps.values()]) {
      expect(Object.keys(values).filter(isSecret)).toEqual([]);
    }
    expect(JSON.stringify(containerOf(name).envFrom)).not.toContain('secretRef');
  });

  it('starts in production with the settings that the README names', async () => {
    const plain = plainOf(name);
    const passed = [...Object.keys(plain), ...secretsOf(name).map((secret) => secret.name)];
    const required = Object.entries(installation).filter(([setting]) => passed.includes(setting));
    const environment = { ...plain, ...Object.fromEntries(required) };
    const settings = readSettings(await schemasOf(name), environment);
    expect(settings.run).toMatchObject({ MODE: 'production', HOST: '0.0.0.0', DATA_DIR: '/tmp/data', TARGET: name });
    expect(settings.base.KAFKA_BROKERS).not.toEqual([]);
    expect(databaseUrlsOf([name], environment)[name]).toBe(installation.DATABASE_URL);
    // A required setting of the installation is marked as required, unless the database has two forms.
    for (const { name: setting, optional } of secretsOf(name)) {
      expect([setting, optional]).toEqual([setting, !(setting in installation) || setting === 'DATABASE_URL']);
    }
  });
});

test('the BFF calls each service at its address in the cluster', () => {
  for (const name of serviceNames) expect(plainOf('bff')[urlSettingOf(name)]).toBe(`http://${name}:${portOf(name)}`);
});

describe('network policies', () => {
  const policy = (name: string) => find('NetworkPolicy', name).spec;
  const tcp = (...ports: number[]) => ports.map((port) => ({ protocol: 'TCP', port }));
  const pods = (name: string) => ({ podSelector: { matchLabels: labelsOf(name) } });
  const componentsOf = (name: string) => policy(name).podSelector.matchExpressions[0].values;

  it('deny everything that no other policy allows', () => {
    expect(policy('default-deny')).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it('let only the BFF be called from outside, and the services only by the BFF', () => {
    expect(policy('bff').podSelector.matchLabels).toEqual(labelsOf('bff'));
    expect(policy('bff').ingress).toEqual([{ ports: tcp(portOf('bff')) }]);
    expect(policy('bff').egress).toEqual(serviceNames.map((name) => ({ to: [pods(name)], ports: tcp(portOf(name)) })));
    for (const name of serviceNames) {
      expect(policy(name).podSelector.matchLabels).toEqual(labelsOf(name));
      expect(policy(name).ingress).toEqual([{ from: [pods('bff')], ports: tcp(portOf(name)) }]);
    }
    const open = ofKind('NetworkPolicy').filter(({ spec }) => spec.ingress);
    expect(open.map(({ metadata }) => metadata.name).toSorted()).toEqual(targets.toSorted());
  });

  it('open PostgreSQL, Kafka and Redis to all processes', () => {
    const { podSelector, egress } = policy('database-bus-and-queue');
    expect(podSelector).toEqual({ matchLabels: { 'app.kubernetes.io/name': 'xrp-bridge' } });
    expect(egress.map(({ ports }: Manifest) => ports)).toEqual([tcp(5432, 9092, 6379)]);
  });

  it('open only port 443, and only addresses outside the cluster, to the services with third parties', () => {
    expect(componentsOf('third-parties').toSorted()).toEqual(serviceNames.toSorted());
    expect(policy('mail-server').podSelector.matchLabels).toEqual(labelsOf('notification'));
    for (const [name, ports] of [
      ['third-parties', [443]],
      ['mail-server', [465, 587]],
    ] as const) {
      const [rule] = policy(name).egress;
      expect(rule.ports).toEqual(tcp(...ports));
      for (const { ipBlock } of rule.to) {
        const inside = ipBlock.cidr === '::/0' ? ['fc00::/7'] : ['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'];
        expect(ipBlock.except).toEqual(expect.arrayContaining(inside));
      }
    }
    const broad = ofKind('NetworkPolicy').filter(({ spec }) => JSON.stringify(spec).match(/"(0\.0\.0\.0|::)\/0"/));
    expect(broad.map(({ metadata }) => metadata.name)).toEqual(['third-parties', 'mail-server']);
  });
});

describe('scaling', () => {
  const triggersOf = (name: string, type: string): Manifest[] =>
    find('ScaledObject', name).spec.triggers.filter((trigger: Manifest) => trigger.type === type);

  it('starts several pods of each process, and no more than the topics have partitions', () => {
    const { scaleTargetRef, minReplicas } = find('HorizontalPodAutoscaler', 'bff').spec;
    expect(scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'bff' });
    expect(minReplicas).toBeGreaterThan(1);
    expect(
      ofKind('ScaledObject')
        .map(({ metadata }) => metadata.name)
        .toSorted(),
    ).toEqual(serviceNames.toSorted());
    for (const name of serviceNames) {
      const { scaleTargetRef, minReplicaCount, maxReplicaCount } = find('ScaledObject', name).spec;
      expect(scaleTargetRef).toEqual({ name });
      expect(minReplicaCount).toBeGreaterThan(1);
      expect(maxReplicaCount).toBeLessThanOrEqual(topicDefaults.partitions);
    }
  });

  it.each(serviceNames)('%s reads the lag of its consumer group on each of its topics', async (name) => {
    const { on } = await loadService[name]();
    const topics = new Set((on?.({}) ?? []).map(({ definition }) => `${kafkaPrefix}${definition.context}`));
    const triggers = triggersOf(name, 'kafka').map(({ metadata }) => metadata);
    expect(triggers.map(({ topic }) => topic).toSorted()).toEqual([...topics].toSorted());
    for (const { consumerGroup, bootstrapServersFromEnv } of triggers) {
      expect(consumerGroup).toBe(`${kafkaPrefix}${name}`);
      expect(plainOf(name)).toHaveProperty(bootstrapServersFromEnv);
    }
  });

  it.each(serviceNames)('%s reads the length of its own queue', (name) => {
    const [trigger, ...others] = triggersOf(name, 'redis');
    expect(others).toEqual([]);
    expect(trigger.metadata.listName).toBe(waitingListOf(name));
    expect(find('TriggerAuthentication', trigger.authenticationRef.name).spec.secretTargetRef).toHaveLength(2);
  });
});
