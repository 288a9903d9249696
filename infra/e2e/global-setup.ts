import type { FullConfig } from '@playwright/test';
import { startJourneysProduct } from './start-product.ts';

/** Starts a product for each worker. */
export default async function setUp({ workers }: FullConfig): Promise<() => Promise<void>> {
  const products = await Promise.all(Array.from({ length: workers }, () => startJourneysProduct()));
  // biome-ignore lint/style/noProcessEnv: Playwright's workers receive the products' addresses through this variable
  process.env.E2E_SYSTEMS = JSON.stringify(products);
  return async () => {
    await Promise.all(products.map(({ stop }) => stop()));
  };
}
