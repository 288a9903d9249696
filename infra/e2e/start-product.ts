import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startProduct } from '../process/product.ts';
import { startInstallation } from '../tooling/start-installation.ts';

export const operatorPassword = 'journeys-operator-password';

/** Settings of a product that accepts tips. */
export const acceptingTips = { TIP_ADDRESS: 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn', TIP_TAG: '123456' };

/** A product for journeys. */
export interface Product {
  publicUrl: string;
  sandboxUrl: string;
  dataDir: string;
  stop(): Promise<void>;
}

/**
 * Starts a product for journeys, with its own data directory.
 * The product runs in one process, or with E2E_DISTRIBUTED in a process for each target.
 */
export async function startJourneysProduct(more: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'xrp-bridge-e2e-'));
  const settings = { OPERATOR_PASSWORD: operatorPassword, ...more };
  // biome-ignore lint/style/noProcessEnv: set by `npm run e2e -- --distributed`
  const { publicUrl, sandboxUrl, stop } = process.env.E2E_DISTRIBUTED
    ? await startInstallation({ dataDir, settings })
    : await startProduct({ DATA_DIR: dataDir, ...settings });
  return {
    publicUrl,
    sandboxUrl,
    dataDir,
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
