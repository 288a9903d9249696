import { beforeEach, describe, expect, test, vi } from 'vitest';
import { catchFile } from '../../../test/catch-file.ts';
import { path, type } from '../../../test/encryption.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, region, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { makeFragments } from './fragments.ts';
import { deriveKeys, makeSecret } from './keys.ts';
import { makeKit } from './make-kit.ts';
import { seal } from './seal.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

/** Opens the page and restores a key from its fragments. Returns the keys. */
async function openLocker() {
  const secret = makeSecret();
  const [first = '', , third = ''] = await makeFragments(secret);
  await open(path, api);
  await button('I already have fragments').click();
  await type(first, third);
  await expect.element(heading('Your key is ready')).toHaveFocus();
  return deriveKeys(secret);
}

describe('encryption locker', () => {
  test('saves a note as a locked file, and shows the note when the file is opened', async () => {
    const { files } = catchFile();
    await openLocker();
    const card = region('Lock a note');
    await expect.element(card.getByRole('button')).toBeDisabled();
    await card.getByRole('textbox').fill('The key is under the mat.\nDo not tell.');
    await card.getByRole('button', { name: 'Lock this note' }).click();
    // A page cannot detect whether a download was saved, so the note stays until the customer clears it.
    await expect.element(card.getByText(/Check your downloads for note\.txt\.locked\./)).toBeVisible();
    await expect.element(card.getByRole('textbox')).toHaveValue('The key is under the mat.\nDo not tell.');
    await expectAccessible();
    await card.getByRole('button', { name: 'Clear my note' }).click();
    await expect.element(card.getByRole('textbox')).toHaveValue('');
    await expect.element(card.getByRole('textbox')).toHaveFocus();
    await expect.element(card.getByText(/stays here until you clear it/)).not.toBeInTheDocument();
    expect(files.map(({ name }) => name)).toEqual(['note.txt.locked']);
    const [locked] = files;
    expect(await locked?.blob.text()).not.toContain('mat');

    const opening = region('Open a locked file');
    await opening.getByLabelText('Your file').upload(new File([locked?.blob as Blob], 'note.txt.locked'));
    await opening.getByRole('button', { name: 'Open this file' }).click();
    await expect.element(opening.getByText(/The key is under the mat\./)).toBeVisible();
    expect(files).toHaveLength(1);
    await expectAccessible();
  });

  test('does not offer to clear a note that was changed after locking', async () => {
    catchFile();
    await openLocker();
    const card = region('Lock a note');
    await card.getByRole('textbox').fill('The key is under the mat.');
    await card.getByRole('button', { name: 'Lock this note' }).click();
    await expect.element(card.getByRole('button', { name: 'Clear my note' })).toBeVisible();
    await card.getByRole('textbox').fill('The key is in the shed.');
    await expect.element(card.getByRole('button', { name: 'Clear my note' })).not.toBeInTheDocument();
  });

  test('allows a minute for a download, because the browser may show a dialog for the folder', () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    catchFile();
    const revoked = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
    saveFile('a.locked', new Blob(['x']));
    vi.advanceTimersByTime(59_999);
    expect(revoked).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:caught');
  });

  test('saves a locked copy of a file, and saves the opened file under its original name', async () => {
    const { files } = catchFile();
    await openLocker();
    const picture = new File([new Uint8Array([1, 2, 3])], 'cat.png');
    const locking = region('Lock a file');
    await locking.getByLabelText('Your file').upload(picture);
    await locking.getByRole('button', { name: 'Lock this file' }).click();
    await expect.element(locking.getByText('Check your downloads for cat.png.locked.')).toBeVisible();

    const opening = region('Open a locked file');
    await opening.getByLabelText('Your file').upload(new File([files[0]?.blob as Blob], 'renamed.bin'));
    await opening.getByRole('button', { name: 'Open this file' }).click();
    await expect.element(opening.getByText('Check your downloads for cat.png.')).toBeVisible();
    expect(files.map(({ name }) => name)).toEqual(['cat.png.locked', 'cat.png']);
    const [, opened] = files;
    expect(opened && new Uint8Array(await opened.blob.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
  });

  test('shows why a file cannot be opened, and saves nothing', async () => {
    const { files } = catchFile();
    const keys = await openLocker();
    const opening = region('Open a locked file');
    async function openFile(blob: Blob) {
      await opening.getByLabelText('Your file').upload(new File([blob], 'a.locked'));
      await opening.getByRole('button', { name: 'Open this file' }).click();
    }
    await openFile(new Blob(['nothing of ours']));
    await expectVisible(opening.getByText('You chose a.locked.'), opening.getByText(/This file wasn’t locked here/));
    await openFile(await seal(new Blob(['x']), 'x', (await makeKit()).keys));
    await expect.element(opening.getByText(/locked with a different key/)).toBeVisible();
    const whole = await seal(new Blob(['x']), 'x', keys);
    await openFile(whole.slice(0, -1));
    await expect.element(opening.getByText(/was changed or is missing/)).toBeVisible();
    await expectAccessible();
    expect(files).toEqual([]);
  });

  test('removes recovery words from a note', async () => {
    await openLocker();
    const box = region('Lock a note').getByRole('textbox');
    await box.fill('abandon ability able about above absent absorb abstract absurd abuse access accident');
    await expect.element(text('Stop: that looks like a secret key or recovery phrase')).toBeVisible();
    await expect.element(box).toHaveValue('');
  });
});
