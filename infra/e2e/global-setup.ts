import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startProduct } from '../process/product.ts';

export const operatorPassword = 'journeys-operator-password';

/** Starts the product once for all journeys, in a folder of its own. */
export default async function setUp(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'xrp-bridge-e2e-'));
  const product = await startProduct({ DATA_DIR: dataDir, OPERATOR_PASSWORD: operatorPassword });
  // biome-ignore lint/style/noProcessEnv: how Playwright's workers learn where the product is
  Object.assign(process.env, {
    E2E_URL: product.publicUrl,
    E2E_SANDBOX_URL: product.sandboxUrl,
    E2E_DATA_DIR: dataDir,
  });
  return async () => {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
