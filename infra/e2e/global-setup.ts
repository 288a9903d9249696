import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FullConfig } from '@playwright/test';
import { startProduct } from '../process/product.ts';

export const operatorPassword = 'journeys-operator-password';

/** A running product: its URLs and its data directory. */
export interface System {
  url: string;
  sandboxUrl: string;
  dataDir: string;
}

/** Starts a product for each worker, each with its own data directory. */
export default async function setUp({ workers }: FullConfig): Promise<() => Promise<void>> {
  const started = await Promise.all(Array.from({ length: workers }, startSystem));
  // biome-ignore lint/style/noProcessEnv: Playwright's workers receive the products' addresses through this variable
  process.env.E2E_SYSTEMS = JSON.stringify(started.map(({ system }) => system));
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()));
  };
}

async function startSystem(): Promise<{ system: System; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'xrp-bridge-e2e-'));
  const product = await startProduct({ DATA_DIR: dataDir, OPERATOR_PASSWORD: operatorPassword });
  return {
    system: { url: product.publicUrl, sandboxUrl: product.sandboxUrl, dataDir },
    async stop() {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
