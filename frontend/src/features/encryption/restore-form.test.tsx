import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { another, fragmentsShown, one, openTrial, type } from '../../../test/encryption.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, checkbox, expectVisible, heading, link, text } from '../../../test/locators.ts';
import { expectAccessible, expectSummaryAbove } from '../../../test/open.tsx';
import { makeFragments } from './fragments.ts';
import { makeSecret } from './keys.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

const saved = () => checkbox(/I have all three fragments on paper/);
const conciergeLinks = () => link(/^(Go to the concierge|Use the concierge on another device)/);

describe('trial of the fragments', () => {
  test(`${spec('2.encryption')} opens the last step once fragments 1 and 3 are entered and the checkbox is ticked`, async () => {
    const fragments = await openTrial(api);
    await expect.element(text('Step 3 of 4')).toBeVisible();
    await expect.element(button('Continue')).toBeDisabled();
    await expectAccessible();
    await type(fragments[0] as string, (fragments[2] as string).toLowerCase());
    await expect.element(text('Your two fragments brought the key back.')).toBeVisible();
    await expect.element(heading('Now test your fragments')).toHaveFocus();
    await expect.element(button('Continue')).toBeDisabled();
    await saved().click();
    await expectAccessible();
    await button('Continue').click();
    await expect.element(heading('Your key is ready')).toHaveFocus();
    await expectVisible(text('Step 4 of 4'), '100% complete');
    const targets = conciergeLinks().elements();
    expect(targets.map((link) => link.getAttribute('href'))).toEqual(['/concierge/dashboard', '/concierge/register']);
    await expectAccessible();
  });

  test('does not continue with the checkbox alone', async () => {
    await openTrial(api);
    await saved().click();
    await expect.element(button('Continue')).toBeDisabled();
  });

  test('can show the fragments again, and must then be repeated', async () => {
    const fragments = await openTrial(api);
    await type(fragments[1] as string, fragments[0] as string);
    await expect.element(text('It works')).toBeVisible();
    await button('Show my fragments again').click();
    await expect.element(heading('Write down your three fragments')).toHaveFocus();
    expect(fragmentsShown()).toEqual(fragments);
    await button('I’ve written them down').click();
    await expect.element(one()).toHaveValue('');
  });

  test('shows the error at the fragment with one changed character, and restores nothing', async () => {
    const fragments = await openTrial(api);
    const [first = '', second = ''] = fragments;
    const changed = first.slice(0, 20) + (first[20] === 'A' ? 'B' : 'A') + first.slice(21);
    await type(changed, second);
    await expectSummaryAbove(one());
    await expect.element(one()).toHaveAccessibleDescription(/At least one letter or number is wrong/);
    await expect.element(another()).not.toHaveAttribute('aria-invalid');
    await expectAccessible();
    await type(first, second);
    await expect.element(text('It works')).toBeVisible();
  });

  test('shows a specific error for a missing, short, repeated or foreign fragment', async () => {
    const fragments = await openTrial(api);
    const [first = ''] = fragments;
    const other = await makeFragments(makeSecret());
    await type('', 'ABC');
    await expect.element(one()).toHaveAccessibleDescription('Please type a fragment here.');
    await expect
      .element(another())
      .toHaveAccessibleDescription('A fragment has 64 letters and numbers. This one has 3.');
    await type(first, `${first.slice(0, -1)}!`);
    await expect.element(another()).toHaveAccessibleDescription(/“!” is never part of a fragment/);
    await type(first, first);
    await expect.element(another()).toHaveAccessibleDescription(/the same fragment twice/);
    await type(first, other[1] as string);
    await expect.element(another()).toHaveAccessibleDescription(/These two fragments belong to different keys/);
    await type(other[0] as string, other[1] as string);
    await expect.element(one()).toHaveAccessibleDescription(/a different key, not the one you just made/);
    await expect.element(button('Continue')).toBeDisabled();
    await expectAccessible();
  });

  test('can be completed by keyboard alone', async () => {
    const fragments = await openTrial(api);
    (one().element() as HTMLElement).focus();
    await userEvent.keyboard((fragments[0] as string).replaceAll(' ', ''));
    await userEvent.keyboard('{Tab}');
    await expect.element(another()).toHaveFocus();
    await userEvent.keyboard(fragments[1] as string);
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(text('It works')).toBeVisible();
  });

  test('removes a secret from the text box', async () => {
    await openTrial(api);
    await one().fill('sEdTM1uX8pu2do5XvTnutH6HsouMaM2');
    await expect.element(text('Stop: that looks like a secret key or recovery phrase')).toBeVisible();
    await expect.element(one()).toHaveValue('');
  });
});
