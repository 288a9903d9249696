import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import type { Faults, ProviderName } from './faults.ts';

/** What `GET /_sandbox/state` answers: everything the third parties were asked to do. */
export interface SandboxState {
  paymentIntents: unknown[];
  charges: unknown[];
  refunds: unknown[];
  posts: unknown[];
  mails: Mail[];
  campaigns: unknown[];
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  at: string;
}

/** What every provider shares. `url()` is where a browser reaches this sandbox; it is known once it listens. */
export interface World {
  clock: Clock;
  faults: Faults;
  publicUrl: string;
  url(): string;
  /** Something that outlives a restart has changed. Requests other than GET call it by themselves. */
  changed(): void;
  log(message: string): void;
}

/**
 * One third party. A new provider is one file (or folder) that returns this, and one line in server.ts.
 * `routes` are the third party's own paths; `controls` are mounted under /_sandbox/ for tests.
 */
export interface Provider {
  name: ProviderName;
  routes?(app: FastifyInstance): void;
  controls?(app: FastifyInstance): void;
  /** A fault of this provider has just been set or cleared: for connections that are open already. */
  faulted?(): void;
  state(): Partial<SandboxState>;
  /** Returns what outlives a restart: anything that `v8.serialize` takes. */
  save?(): unknown;
  /** Takes what `save` returned in the last run, before anybody calls. */
  // biome-ignore lint/suspicious/noExplicitAny: each provider knows its own
  restore?(saved: any): void;
  reset(): void;
  stop?(): Promise<void>;
}
