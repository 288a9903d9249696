import { expect, test } from '../fixtures.ts';

test('the encryption page makes a key, restores it from two fragments and locks a note, all offline', async ({
  page,
  context,
}) => {
  await page.goto('/concierge/encryption');
  await expect(page.getByRole('button', { name: 'Make my key' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  const sent: string[] = [];
  page.on('request', (request) => {
    // The page itself creates a blob URL, so the browser loads it without a request to a server.
    if (!request.url().startsWith('blob:')) sent.push(request.url());
  });

  await page.getByRole('button', { name: 'Make my key' }).click();
  const fragments = page.getByRole('listitem', { name: /^Fragment \d of 3$/ }).locator('p');
  await expect(fragments).toHaveCount(3);
  const [first, , third] = await fragments.allTextContents();
  await page.getByRole('button', { name: 'I’ve written them down' }).click();
  await page.getByLabel('One fragment').fill(first as string);
  await page.getByLabel('Another fragment').fill(third as string);
  await page.getByRole('button', { name: 'Bring my key back' }).click();
  await expect(page.getByText('Your two fragments brought the key back.')).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.getByLabel('Your note').fill('The key is under the mat.');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Lock this note' }).click();
  const locked = await (await saving).path();
  const opening = page.getByRole('region', { name: 'Open a locked file' });
  await opening.getByLabel('Your file').setInputFiles(locked);
  await opening.getByRole('button', { name: 'Open this file' }).click();
  await expect(opening.getByText('The key is under the mat.')).toBeVisible();
  expect(sent).toEqual([]);
});
