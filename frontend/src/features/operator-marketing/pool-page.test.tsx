import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectVisible, text } from '../../../test/locators.ts';
import { expectAccessible, giveReason, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { at, later, variationOf } from '../../../test/operator-rows.ts';
import { refusal } from '../../../test/overrides.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

describe('the ad pool', () => {
  const path = '/marketing/pool';
  beforeEach(() => {
    api.variations = [variationOf(), variationOf({ id: 'ad_2', theme: 'tags', timesPosted: 2, lastPostedAt: later })];
  });
  const dialog = () => page.getByRole('dialog');
  const area = () => dialog().getByRole('textbox', { name: 'Text' });

  test('lists the texts with their length and their number of posts', async () => {
    await open(path, api);
    await expectVisible(text('28 of 280').first(), /^2×, last/);
    await expectAccessible();
  });

  test(`${spec('operators.13')} counts the characters of a new text as X does, previews it, and rejects a text that is too long`, async () => {
    await open(path, api);
    await button('Add a text').click();
    await dialog().getByLabelText('Theme').fill('first-steps');
    await area().fill('Hello, world! 👋');
    await expect.element(dialog().getByText('16 of 280 characters by X’s count')).toBeVisible();
    await area().fill('See https://example.com/a/rather/long/address');
    await expect.element(dialog().getByText('27 of 280 characters by X’s count')).toBeVisible();
    await area().fill('ä'.repeat(281));
    await expect.element(dialog().getByText('281 of 280 characters by X’s count')).toBeVisible();
    await expect.element(button('Add to pool')).toBeDisabled();
    await area().fill('<b>First</b> a test');
    await expect.element(dialog().getByText('<b>First</b> a test').last()).toBeVisible();
    await expectAccessible();
    await button('Add to pool').click();
    await expect.element(text('Text added to the pool')).toBeVisible();
    await expect.element(page.getByRole('table', { name: 'Ad texts' }).getByText('first-steps').first()).toBeVisible();
  });

  test('shows in the dialog why a text was rejected', async () => {
    const detail = 'This text is in the pool.';
    await open(path, api, refusal('POST /api/admin/ad-variations', 'already_exists', { detail }));
    await button('Add a text').click();
    await dialog().getByLabelText('Theme').fill('tags');
    await area().fill('Your keys stay with you. #ad');
    await button('Add to pool').click();
    await expect.element(dialog().getByText(detail)).toBeVisible();
    await expect.element(area()).toHaveValue('Your keys stay with you. #ad');
  });

  test('edits a text, retires it with a reason, and restores it', async () => {
    await open(path, api);
    await button('Edit tags').click();
    await area().fill('A better text. #ad');
    await button('Save text').click();
    await expect.element(text('Text saved')).toBeVisible();
    await button('Retire tags').click();
    await giveReason('Retire');
    await expect.element(text('Text retired')).toBeVisible();
    await button('Restore tags').click();
    await giveReason('Restore');
    await expect.element(text('Text restored')).toBeVisible();
    expect(api.bodies('PATCH', '/api/admin/ad-variations/ad_2')).toEqual([
      { theme: 'tags', text: 'A better text. #ad' },
      { retired: true, reason: 'Ada asked for it' },
      { retired: false, reason: 'Ada asked for it' },
    ]);
  });

  test('lists the posts with their outcome', async () => {
    api.posts = [
      {
        id: 'post_1',
        theme: 'tags',
        text: 'Does it need a tag? #ad',
        status: 'unclear',
        trigger: 'schedule',
        operator: null,
        window: 'morning',
        plannedAt: at,
        postedAt: null,
        postId: null,
        why: 'X did not answer',
      },
    ];
    await open(path, api);
    const posts = page.getByRole('table', { name: 'Posts' });
    await expectVisible(posts.getByText('Unclear'), posts.getByText('X did not answer'));
    await expect.element(posts.getByText('the schedule')).toBeVisible();
  });
});
