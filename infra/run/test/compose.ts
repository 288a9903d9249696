import { readFile } from 'node:fs/promises';
import type { Environment } from '@xrp-bridge/runtime/config';
import { parse } from 'yaml';

export interface Container {
  image: string;
  environment: Record<string, string | number>;
  profiles?: string[];
  ports?: string[];
  restart?: string;
  volumes?: string[];
  healthcheck?: { test: string[] };
  container_name?: string;
  command?: string[];
  depends_on?: Record<string, { condition: string }>;
  stop_grace_period?: string;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  deploy?: { resources: { limits: { cpus: string; memory: string } } };
}

const file = new URL('../../../docker-compose.yml', import.meta.url);

export const { services: containers, volumes }: { services: Record<string, Container>; volumes: object } = parse(
  await readFile(file, 'utf8'),
  { merge: true },
);

/** Returns a container of docker-compose.yml. @throws Error if there is none with this name */
export function getContainer(name: string): Container {
  const container = containers[name];
  if (!container) throw new Error(`docker-compose.yml has no container ${name}`);
  return container;
}

/** Replaces `${NAME:-default}` and `${NAME-default}` as Compose does, the innermost first. */
export function interpolate(text: string, given: Environment): string {
  const filled = text.replace(/\$\{(\w+)(:?)-([^${}]*)\}/g, (_all, name, colon, otherwise) => {
    const value = given[name];
    return value === undefined || (colon && value === '') ? otherwise : value;
  });
  return filled === text ? text : interpolate(filled, given);
}

/** Returns the environment that Compose, with the environment `given`, passes to a container. */
export function environmentOf(name: string, given: Environment = {}): Record<string, string> {
  const entries = Object.entries(getContainer(name).environment);
  return Object.fromEntries(entries.map(([setting, value]) => [setting, interpolate(String(value), given)]));
}
