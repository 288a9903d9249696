import type { FullConfig } from '@playwright/test';
import { acceptingTips, startJourneysProduct } from './start-product.ts';

/** Starts a product for each worker. The product of the pictures accepts tips. */
export default async function setUp({ workers }: FullConfig): Promise<() => Promise<void>> {
  // biome-ignore lint/style/noProcessEnv: set by `npm run e2e -- --pictures`
  const settings = process.env.E2E_PICTURES ? acceptingTips : {};
  const products = await Promise.all(Array.from({ length: workers }, () => startJourneysProduct(settings)));
  // biome-ignore lint/style/noProcessEnv: Playwright's workers receive the products' addresses through this variable
  process.env.E2E_SYSTEMS = JSON.stringify(products);
  return async () => {
    await Promise.all(products.map(({ stop }) => stop()));
  };
}
