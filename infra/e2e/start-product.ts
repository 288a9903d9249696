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
  const started = process.env.E2E_DISTRIBUTED
    ? await startInstallation({ dataDir, settings })
    : await startProduct({ DATA_DIR: dataDir, ...settings });
  const { publicUrl, sandboxUrl } = started;
  async function stop() {
    await started.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  await pauseMails(publicUrl).catch(async (error) => {
    await stop();
    throw error;
  });
  return { publicUrl, sandboxUrl, dataDir, stop };
}

/** Signs in as an operator. @returns the session cookie */
export async function createSession(publicUrl: string): Promise<string> {
  const answer = await fetch(`${publicUrl}/api/operator/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: operatorPassword, name: 'Journey' }),
  });
  if (answer.status !== 204) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/**
 * Pauses the schedules of the mails about signals, which journeys run by hand.
 * Without this, a journey that crosses the scheduled time would find the mail of its day or week already sent.
 */
async function pauseMails(publicUrl: string): Promise<void> {
  const cookie = await createSession(publicUrl);
  for (const name of ['write-last-week', 'write-signals-day']) {
    const answer = await fetch(`${publicUrl}/api/admin/schedules/signals/${name}/pause`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ reason: 'Journeys run this schedule by hand' }),
    });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  }
}
