import type { Page } from '@playwright/test';
import { post, sandboxUrl } from '../fixtures.ts';

/**
 * Screens by name.
 * Each function opens its screen and returns a text that the screen shows when it is ready.
 */
export type Screens = Record<string, (page: Page) => Promise<string | RegExp>>;

export const stripeDown = (forMs: number) =>
  post(`${sandboxUrl}/_sandbox/faults`, { provider: 'stripe', kind: 'down', forMs });
