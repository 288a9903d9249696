import type { Page } from '@playwright/test';
import { post, sandboxUrl } from '../fixtures.ts';

/** Screens by name. Each function brings its screen about, and returns a text that is to be read there. */
export type Screens = Record<string, (page: Page) => Promise<string | RegExp>>;

export const stripeDown = (forMs: number) =>
  post(`${sandboxUrl}/_sandbox/faults`, { provider: 'stripe', kind: 'down', forMs });
