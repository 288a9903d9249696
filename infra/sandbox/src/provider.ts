import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import type { Faults, ProviderName } from './faults.ts';

/**
 * Response of `GET /_sandbox/state`: the objects that the providers have stored.
 * The objects are payments, refunds, posts, mails, campaigns and reports of ad revenue.
 */
export interface SandboxState {
  paymentIntents: unknown[];
  charges: unknown[];
  refunds: unknown[];
  posts: unknown[];
  mails: Mail[];
  campaigns: unknown[];
  adReports: unknown[];
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  at: string;
  messageId: string;
}

/**
 * Shared services of all providers.
 * `url()` is the sandbox's URL for browsers, available once the sandbox listens.
 */
export interface World {
  clock: Clock;
  faults: Faults;
  publicUrl: string;
  url(): string;
  /** Marks the persistent state as changed. The server calls this after every request other than GET. */
  changed(): void;
  /** Writes a changed persistent state to the disk now. */
  save(): Promise<void>;
  log(message: string): void;
}

/**
 * A third party.
 * A new provider is one file (or folder) that returns a value of this type, and one line in server.ts. `routes` are the
 * third party's own paths; `controls` are mounted under /_sandbox/ for tests.
 */
export interface Provider {
  name: ProviderName;
  routes?(app: FastifyInstance): void;
  controls?(app: FastifyInstance): void;
  /** Applies a new or cleared fault to open connections. */
  faulted?(): void;
  state(): Partial<SandboxState>;
  /** Returns the persistent state: any value that `v8.serialize` accepts. */
  save?(): unknown;
  /** Restores the value of the last run's `save`, before the first request. */
  // biome-ignore lint/suspicious/noExplicitAny: each provider has state of its own type
  restore?(saved: any): void;
  reset(): void;
  stop?(): Promise<void>;
}

const nothing: SandboxState = {
  paymentIntents: [],
  charges: [],
  refunds: [],
  posts: [],
  mails: [],
  campaigns: [],
  adReports: [],
};

/** Returns the objects of all providers. */
export function readState(providers: readonly Provider[]): SandboxState {
  return Object.assign({}, nothing, ...providers.map((provider) => provider.state()));
}
