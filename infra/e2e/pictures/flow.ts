import type { Page } from '@playwright/test';
import { address, expect, paidTransfer, primaryButton } from '../fixtures.ts';
import { completeTransfer } from './open.ts';
import type { Screens } from './screen.ts';

/** Returns the screens of the main flow's phases. */
export function everyFlowPhase(): Screens {
  const beforePaying = (view: string, text: string | RegExp) => async (page: Page) => {
    await page.goto(`/transfer-flow?from=robinhood&to=xumm&view=${view}`);
    return text;
  };
  return {
    'flow-confirm': beforePaying('confirm', 'Is this still your path?'),
    'flow-exchange-help': beforePaying('exchange-help', /^Step 1 of 3/),
    'flow-robinhood': beforePaying('robinhood', 'Before you send from Robinhood'),
    'flow-payment': beforePaying('payment', 'Check and pay'),
    'flow-homebase': async (page) => {
      await openFlow(page, 'assistant');
      return 'Your address in Xaman';
    },
    'flow-homebase-answered': async (page) => {
      await openFlow(page, 'assistant', { destinationAddress: address });
      await primaryButton(page).click();
      return 'Good job! Your XRP will go here.';
    },
    'flow-homebase-tag': async (page) => {
      await openFlow(page, 'assistant', { destinationAddress: address });
      for (const _ of ['address', 'continue']) await primaryButton(page).click();
      return 'Your destination tag';
    },
    'flow-homebase-ready': async (page) => {
      await openFlow(page, 'assistant', { destinationAddress: address });
      await enterAddressAndTag(page);
      return 'Your address is saved';
    },
    'flow-completion': async (page) => {
      await openFlow(page, 'completion', { destinationAddress: address });
      await enterAddressAndTag(page);
      return 'How much XRP do you want to move?';
    },
    'flow-completion-help': async (page) => {
      await openFlow(page, 'completion');
      await page.getByText('Help with addresses and tags').click();
      return 'If your address doesn’t work';
    },
    'flow-completed': async (page) => {
      await openFlow(page, 'completion', { destinationAddress: address, sourceAmount: '25.5' });
      await enterAddressAndTag(page);
      for (const _ of ['amount', 'continue']) await primaryButton(page).click();
      return 'That’s all we need';
    },
    'flow-success': async (page) => {
      const id = await openFlow(page, 'assistant', { destinationAddress: address });
      await completeTransfer(page, id);
      return 'Your XRP is home';
    },
  };
}

/** Opens the main flow after a payment. @returns the transfer's id */
async function openFlow(page: Page, view: string, fields: object = {}): Promise<string> {
  const id = await paidTransfer(page, fields);
  await page.addInitScript(`localStorage.setItem('xrp-bridge:last-transfer', '"${id}"')`);
  await page.goto(`/transfer-flow?view=${view}`);
  await expect(page.getByRole('heading', { name: 'Your address in Xaman' })).toBeVisible();
  return id;
}

async function enterAddressAndTag(page: Page): Promise<void> {
  for (const name of ['This is my address', 'Continue', 'I don’t have a tag', 'Continue']) {
    await page.getByRole('button', { name }).click();
  }
}
