import { presetAdMessages } from '@xrp-bridge/contracts/ad-plan';
import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectVisible, text } from '../../../test/locators.ts';
import { expectAccessible, giveReason, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { campaignOf } from '../../../test/operator-rows.ts';
import { refusal } from '../../../test/overrides.ts';
import { parseKeywords } from './campaign-plan.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

describe('new campaigns', () => {
  const platform = () => page.getByLabelText('Platform');
  const name = () => page.getByLabelText('Campaign name');
  const budget = () => page.getByLabelText('Daily budget, in dollars');
  const openForm = () => open('/admin?tab=campaigns', api);

  test(`${spec('operators.33')} have a default budget of 100, and cannot be created without platform, name and budget`, async () => {
    await openForm();
    await expect.element(budget()).toHaveValue(100);
    await expect.element(button('Create campaign')).toBeDisabled();
    await platform().selectOptions('meta-ads');
    await expect.element(button('Create campaign')).toBeDisabled();
    await name().fill('Autumn');
    await expect.element(button('Create campaign')).toBeEnabled();
    await budget().fill('0');
    await expect.element(button('Create campaign')).toBeDisabled();
    await expectAccessible();
  });

  test(`${spec('operators.6')} have a suggested budget for each platform`, async () => {
    await openForm();
    for (const suggestion of ['Google Ads $50', 'Meta Ads $30', 'Rumble Ads $20', 'X Ads $25']) {
      await button(suggestion).click();
      await expect.element(budget()).toHaveValue(Number(suggestion.split('$')[1]));
      await expect.element(button(suggestion)).toHaveAttribute('aria-pressed', 'true');
    }
    await expect.element(text('Budget plan: $50 a day for Google, $30 for Meta, and $20 for Rumble.')).toBeVisible();
  });

  test(`${spec('operators.6')} can use one of eight preset messages, and appear in the list`, async () => {
    await openForm();
    await platform().selectOptions('x-ads');
    await name().fill('Autumn');
    await page.getByLabelText(/^Keywords/).fill('XRP,\r\nown wallet,, XRP');
    await page.getByLabelText(/^Target audience/).fill('Newcomers');
    await expect
      .element(text('Up to 256 characters. If you leave this blank, we use the first preset message.'))
      .toBeVisible();
    await expect.element(text(/^The campaign and its ad start out paused\./)).toBeVisible();
    const ready = page.getByLabelText('Preset message');
    expect(ready.element().querySelectorAll('option')).toHaveLength(9);
    await ready.selectOptions(presetAdMessages[1]);
    await expect.element(page.getByLabelText(/^Ad message/)).toHaveValue(presetAdMessages[1]);
    await button('Create campaign').dblClick();
    await expectVisible('Campaign created', page.getByRole('table').getByText('Autumn').first());
    await expect.element(name()).toHaveValue('');
    expect(api.bodies('POST', '/api/ad-campaigns')).toEqual([
      {
        platform: 'x-ads',
        campaignName: 'Autumn',
        budget: 100,
        keywords: ['XRP', 'own wallet'],
        adMessage: presetAdMessages[1],
        targetAudience: 'Newcomers',
        key: expect.any(String),
      },
    ]);
  });

  test(`${spec('operators.33')} reuse the idempotency key after a network error; the next campaign has a new key`, async () => {
    const keys: unknown[] = [];
    let isOffline = true;
    await open(
      '/admin?tab=campaigns',
      api,
      http.post('/api/ad-campaigns', async ({ request }) => {
        keys.push(((await request.clone().json()) as { key?: string }).key);
        return isOffline ? HttpResponse.error() : undefined;
      }),
    );
    await platform().selectOptions('meta-ads');
    await name().fill('Autumn');
    await button('Create campaign').click();
    await expect.element(text('Please check your connection and try again.')).toBeVisible();
    isOffline = false;
    await button('Create campaign').click();
    await expect.element(name()).toHaveValue('');
    await platform().selectOptions('meta-ads');
    await name().fill('Autumn');
    await button('Create campaign').click();
    await expect.element(name()).toHaveValue('');
    expect(keys).toEqual([expect.any(String), keys[0], expect.any(String)]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test(`${spec('operators.33')} show why they could not be created, and retain the input of the form`, async () => {
    const errors = [{ field: 'budget', message: 'The budget must be at most $10,000.' }];
    await open('/admin?tab=campaigns', api, refusal('POST /api/ad-campaigns', 'invalid_input', { errors }));
    await platform().selectOptions('google-ads');
    await name().fill('Autumn');
    await budget().fill('1000000000');
    await button('Create campaign').click();
    await expectVisible('Failed to create campaign. Please try again.', 'The budget must be at most $10,000.');
    await expect.element(name()).toHaveValue('Autumn');
    await expectAccessible();
  });

  test('are started and ended with a reason, and paused without a reason', async () => {
    api.campaigns = [campaignOf(), campaignOf({ id: 'camp_2', name: 'Old one', status: 'active' })];
    await openForm();
    await button('Start Leave the exchange').click();
    await giveReason('Start campaign');
    await expect.element(text('Campaign started')).toBeVisible();
    await button('Pause Old one').click();
    await expect.element(text('Campaign paused')).toBeVisible();
    await button('End Old one').click();
    await giveReason('End campaign');
    await expect.element(text('Campaign ended')).toBeVisible();
    expect(api.bodies('PATCH', '/api/admin/campaigns/camp_1')[0]).toEqual({
      status: 'active',
      reason: 'Ada asked for it',
    });
    expect(api.bodies('PATCH', '/api/admin/campaigns/camp_2')).toEqual([
      { status: 'paused' },
      { status: 'ended', reason: 'Ada asked for it' },
    ]);
  });
});

test.each([
  ['a, b', ['a', 'b']],
  [' a ,, b ,a', ['a', 'b']],
  ['a\nb', ['a', 'b']],
  ['', []],
])('the typed keywords %j become a list without duplicates', (typed, keywords) => {
  expect(parseKeywords(typed)).toEqual(keywords);
});
