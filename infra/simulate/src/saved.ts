import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Saved } from '@xrp-bridge/sandbox';
import type { Customer } from './customers.ts';
import type { Marketer } from './marketers.ts';
import type { SavedQueues } from './queue.ts';
import type { Newsletters } from './readers.ts';
import type { Subscriber } from './subscribers.ts';
import type { Operator, SandboxState } from './world.ts';

/** Counts of all parts of a run. */
export interface Totals {
  days: number;
  /** Number of successful charges at the provider. */
  charges: number;
  /** Number of ads on X. */
  posts: number;
  steps: number;
  seconds: number;
  crashes: number;
  outages: number;
  /** Errors that the services logged, by message. */
  logged: Record<string, number>;
}

/** The simulated world between two days, besides the database. */
export interface SavedWorld {
  seed: string;
  /** Virtual time in milliseconds. */
  nowMs: number;
  /** Hash of all steps so far. */
  traceHash: string;
  sandbox: Saved;
  queues: SavedQueues;
  /** Mails of earlier days, without their text. */
  mails: SandboxState['mails'];
  customers: Customer[];
  subscribers: Subscriber[];
  marketers: Marketer[];
  newsletters: Newsletters;
  operator: Operator | null;
  totals: Totals;
}

const worldFile = 'world';
const partName = /^part-(\d+)$/;
const folderOf = (save: string, part: number) => join(save, `part-${part}`);

/** Returns the number of whole parts in a folder. */
export function countParts(save: string): number {
  mkdirSync(save, { recursive: true });
  return Math.max(0, ...readdirSync(save).map((name) => Number(partName.exec(name)?.[1] ?? 0)));
}

export function readWorld(save: string, part: number): SavedWorld {
  return deserialize(readFileSync(join(folderOf(save, part), worldFile))) as SavedWorld;
}

/** Returns the folder in which a part runs: a copy of the previous part's, or an empty one. */
export function createRunningFolder(save: string, part: number): string {
  const running = join(save, 'running');
  rmSync(running, { recursive: true, force: true });
  if (part === 1) mkdirSync(running);
  else {
    const { status } = spawnSync('cp', ['-a', folderOf(save, part - 1), running], { stdio: 'inherit' });
    if (status !== 0) throw new Error(`${folderOf(save, part - 1)} cannot be copied.`);
  }
  return running;
}

/** Saves the world of a part that has ended, and removes the part before. */
export function savePart(save: string, part: number, world: SavedWorld): void {
  const running = join(save, 'running');
  writeFileSync(join(running, worldFile), serialize(world));
  renameSync(running, folderOf(save, part));
  rmSync(folderOf(save, part - 1), { recursive: true, force: true });
}
