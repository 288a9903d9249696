import type { Page } from '@playwright/test';
import { address, post, sandboxUrl } from '../fixtures.ts';

/** Completes a transfer: its owner confirms the arrival, and the ledger shows the payment. */
export async function completeTransfer(page: Page, id: string): Promise<void> {
  await page.request.post(`/api/transfers/${id}/confirm-arrival`);
  await post(`${sandboxUrl}/_sandbox/xrpl/payments`, { destination: address, drops: '25000000' });
}

export async function unpaidTransfer(page: Page): Promise<string> {
  const order = { fromExchange: 'coinbase', toWallet: 'xumm', destinationAddress: address, serviceFee: '4.00' };
  const { id } = await (await page.request.post('/api/transfers', { data: order })).json();
  return id;
}
