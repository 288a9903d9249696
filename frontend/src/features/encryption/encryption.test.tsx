import { spec } from '@xrp-bridge/contracts/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { makeFragments } from './fragments.ts';
import { deriveKeys, makeSecret } from './keys.ts';
import { makeKit, minimumMs } from './make-kit.ts';
import { seal } from './seal.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const path = '/concierge/encryption';
const button = (name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const one = () => page.getByRole('textbox', { name: 'One fragment' });
const another = () => page.getByRole('textbox', { name: 'Another fragment' });
const saved = () => page.getByRole('checkbox', { name: /I have all three on paper/ });
const conciergeLinks = () => page.getByRole('link', { name: /^(Go to the concierge|Register for the concierge)/ });
const region = (name: string) => page.getByRole('region', { name, exact: true });

/** The fragments in sight. */
function fragmentsShown(): string[] {
  const items = page.getByRole('listitem', { name: /^Fragment \d of 3$/ }).elements();
  return items.map((item) => item.querySelector('p')?.textContent?.trim() ?? '');
}

async function openFragments() {
  const screen = await open(path, api);
  await expect.element(button('Make my key')).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await button('Make my key').click();
  await expect
    .poll(() => {
      vi.advanceTimersByTime(minimumMs);
      return heading('Write down your three fragments').query() === document.activeElement;
    })
    .toBe(true);
  vi.useRealTimers();
  return { screen, fragments: fragmentsShown() };
}

async function openTrial() {
  const { screen, fragments } = await openFragments();
  await button('I have written them down').click();
  await expect.element(heading('Now try them out')).toHaveFocus();
  return { screen, fragments };
}

async function type(first: string, second: string) {
  await one().fill(first);
  await another().fill(second);
  await button('Bring my key back').click();
}

/** Opens the page with the key of fragments from before. */
async function openLocker() {
  const secret = makeSecret();
  const [first = '', , third = ''] = await makeFragments(secret);
  await open(path, api);
  await button('I have fragments already').click();
  await type(first, third);
  await expect.element(heading('Your key is ready')).toHaveFocus();
  return deriveKeys(secret);
}

/** Catches what is saved. */
function catchFiles() {
  const files: { name: string; blob: Blob }[] = [];
  let last: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob;
    return 'blob:caught';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (last) files.push({ name: this.download, blob: last });
  });
  return files;
}

describe('making a key', () => {
  test('takes 1.5 seconds at least, and is told', async () => {
    const screen = await open(path, api);
    await expect.element(heading('Make your key')).toBeVisible();
    await expect.element(screen.getByText('Step 1 of 4', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('25 % complete')).toBeVisible();
    await expectAccessible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await button('Make my key').click();
    await expect.element(button('Making your key…')).toHaveFocus();
    // The key itself is there long before.
    await makeKit();
    vi.advanceTimersByTime(minimumMs - 1);
    // What would have come by now is on the screen a frame later.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    await expect.element(heading('Make your key')).toBeVisible();
    vi.advanceTimersByTime(1);
    await expect.element(heading('Write down your three fragments')).toHaveFocus();
  });

  test('pressed twice makes one', async () => {
    const random = vi.spyOn(crypto.subtle, 'importKey');
    await open(path, api);
    await button('Make my key').dblClick();
    await expect.element(heading('Write down your three fragments')).toBeVisible();
    // For the seed, and twice for the number of the set.
    expect(random.mock.calls.filter(([format]) => format === 'raw')).toHaveLength(3);
  });

  test('says so where the browser cannot, and can be tried again', async () => {
    const derive = vi.spyOn(crypto.subtle, 'deriveBits').mockRejectedValue(new Error('no'));
    const screen = await open(path, api);
    await button('Make my key').click();
    await expect.element(screen.getByText('Your key could not be made')).toBeVisible();
    await expectAccessible();
    derive.mockRestore();
    await button('Make my key').click();
    await expect.element(heading('Write down your three fragments')).toBeVisible();
  });

  test('says what it protects and what not, who has checked it, and where that is from', async () => {
    const screen = await open(path, api);
    await expect.element(screen.getByText('What this is not')).toBeVisible();
    await expect.element(screen.getByText(/The keys of the XRP Ledger are not quantum-safe today/)).toBeVisible();
    await screen.getByText('How it works, and who has checked it').click();
    const inside = region('How it works, and who has checked it');
    await expect.element(inside.getByText(/nobody from outside has done so yet/)).toBeVisible();
    expect(inside.getByRole('link').elements().length).toBeGreaterThan(2);
    await expectAccessible();
    expect(document.body.textContent).not.toMatch(/QFS|quantum-secure|unbreakable/i);
  });
});

describe('the fragments', () => {
  test('are three, all different, each with a number, to copy and to print', async () => {
    const { screen, fragments } = await openFragments();
    await expect.element(screen.getByText('Step 2 of 4', { exact: true })).toBeVisible();
    expect(new Set(fragments).size).toBe(3);
    for (const fragment of fragments) expect(fragment.split(/\s+/)).toHaveLength(16);
    expect(button(/^Copy fragment/).elements()).toHaveLength(3);
    const print = vi.spyOn(window, 'print').mockImplementation(() => {});
    await button('Print them').click();
    expect(print).toHaveBeenCalledOnce();
    await expectAccessible();
  });

  test('are kept nowhere, and are others each time', async () => {
    const { fragments } = await openFragments();
    const kept = JSON.stringify({ ...localStorage, ...sessionStorage });
    for (const fragment of fragments) expect(kept).not.toContain(fragment.slice(0, 9));
    await button('Start over').click();
    await expect.element(heading('Make your key')).toHaveFocus();
    for (const fragment of fragments) expect(document.body.textContent).not.toContain(fragment.slice(10, 19));
    await button('Make my key').click();
    await expect.element(heading('Write down your three fragments')).toBeVisible();
    expect(fragmentsShown()[0]).not.toBe(fragments[0]);
  });

  test('on a small phone with large text are no wider than the window', async () => {
    await page.viewport(360, 740);
    await openFragments();
    document.documentElement.style.fontSize = '200%';
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    document.documentElement.style.fontSize = '';
    await page.viewport(768, 900);
  });
});

describe('trying them out', () => {
  test(`${spec('2.encryption')} by fragments 1 and 3, and the tick, opens the last step`, async () => {
    const { screen, fragments } = await openTrial();
    await expect.element(screen.getByText('Step 3 of 4', { exact: true })).toBeVisible();
    await expect.element(button('Continue')).toBeDisabled();
    await expectAccessible();
    await type(fragments[0] as string, (fragments[2] as string).toLowerCase());
    await expect.element(screen.getByText('Your two fragments have brought the key back.')).toBeVisible();
    await expect.element(heading('Now try them out')).toHaveFocus();
    await expect.element(button('Continue')).toBeDisabled();
    await saved().click();
    await expectAccessible();
    await button('Continue').click();
    await expect.element(heading('Your key is ready')).toHaveFocus();
    await expect.element(screen.getByText('Step 4 of 4', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('100 % complete')).toBeVisible();
    const targets = conciergeLinks().elements();
    expect(targets.map((link) => link.getAttribute('href'))).toEqual(['/concierge/dashboard', '/concierge/register']);
    await expectAccessible();
  });

  test('the tick alone is not enough', async () => {
    await openTrial();
    await saved().click();
    await expect.element(button('Continue')).toBeDisabled();
  });

  test('shows them again to who needs it, and then has to be done anew', async () => {
    const { fragments } = await openTrial();
    await type(fragments[1] as string, fragments[0] as string);
    await expect.element(page.getByText('It works')).toBeVisible();
    await button('Show them again').click();
    await expect.element(heading('Write down your three fragments')).toHaveFocus();
    expect(fragmentsShown()).toEqual(fragments);
    await button('I have written them down').click();
    await expect.element(one()).toHaveValue('');
  });

  test('with one character changed says which fragment is wrong, and brings nothing back', async () => {
    const { fragments } = await openTrial();
    const [first = '', second = ''] = fragments;
    const changed = first.slice(0, 20) + (first[20] === 'A' ? 'B' : 'A') + first.slice(21);
    await type(changed, second);
    await expectSummaryAbove(one());
    await expect.element(one()).toHaveAccessibleDescription(/At least one letter or digit here is wrong/);
    await expect.element(another()).not.toHaveAttribute('aria-invalid');
    await expectAccessible();
    await type(first, second);
    await expect.element(page.getByText('It works')).toBeVisible();
  });

  test('says what else is wrong', async () => {
    const { fragments } = await openTrial();
    const [first = ''] = fragments;
    const other = await makeFragments(makeSecret());
    await type('', 'ABC');
    await expect.element(one()).toHaveAccessibleDescription('Please type a fragment here.');
    await expect.element(another()).toHaveAccessibleDescription('A fragment has 64 letters and digits. Here are 3.');
    await type(first, `${first.slice(0, -1)}!`);
    await expect.element(another()).toHaveAccessibleDescription(/“!” is in no fragment/);
    await type(first, first);
    await expect.element(another()).toHaveAccessibleDescription(/the same fragment twice/);
    await type(first, other[1] as string);
    await expect.element(another()).toHaveAccessibleDescription(/These two are of different keys/);
    await type(other[0] as string, other[1] as string);
    await expect.element(one()).toHaveAccessibleDescription(/of another key/);
    await expect.element(button('Continue')).toBeDisabled();
    await expectAccessible();
  });

  test('works by keyboard alone', async () => {
    const { fragments } = await openTrial();
    (one().element() as HTMLElement).focus();
    await userEvent.keyboard((fragments[0] as string).replaceAll(' ', ''));
    await userEvent.keyboard('{Tab}');
    await expect.element(another()).toHaveFocus();
    await userEvent.keyboard(fragments[1] as string);
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(page.getByText('It works')).toBeVisible();
  });

  test.each([
    'sEdTM1uX8pu2do5XvTnutH6HsouMaM2',
    'abandon ability able about above absent absorb abstract absurd abuse access accident',
  ])('takes a secret out of its box: %s', async (secret) => {
    await openTrial();
    await one().fill(secret);
    await expect.element(page.getByText('Stop: that looks like a secret key or recovery phrase')).toBeVisible();
    await expect.element(one()).toHaveValue('');
  });
});

describe('locking', () => {
  test('a note saves it locked, and opening shows it again', async () => {
    const files = catchFiles();
    await openLocker();
    const card = region('Lock a note');
    await expect.element(card.getByRole('button')).toBeDisabled();
    await card.getByRole('textbox').fill('The key is under the mat.\nDo not tell.');
    await card.getByRole('button', { name: 'Lock this note' }).click();
    // Whether it was saved no page is told: the note stays until the person has looked.
    await expect.element(card.getByText(/Look in your downloads for note\.txt\.locked\./)).toBeVisible();
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
    await opening.getByRole('button', { name: 'Open it' }).click();
    await expect.element(opening.getByText(/The key is under the mat\./)).toBeVisible();
    expect(files).toHaveLength(1);
    await expectAccessible();
  });

  test('a note that was changed since is not offered to be cleared', async () => {
    catchFiles();
    await openLocker();
    const card = region('Lock a note');
    await card.getByRole('textbox').fill('The key is under the mat.');
    await card.getByRole('button', { name: 'Lock this note' }).click();
    await expect.element(card.getByRole('button', { name: 'Clear my note' })).toBeVisible();
    await card.getByRole('textbox').fill('The key is in the shed.');
    await expect.element(card.getByRole('button', { name: 'Clear my note' })).not.toBeInTheDocument();
  });

  test('a file can be taken for a minute: the browser may ask first where to put it', () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    catchFiles();
    const revoked = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
    saveFile('a.locked', new Blob(['x']));
    vi.advanceTimersByTime(59_999);
    expect(revoked).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:caught');
  });

  test('a file saves it locked, and opening saves it under its own name', async () => {
    const files = catchFiles();
    await openLocker();
    const picture = new File([new Uint8Array([1, 2, 3])], 'cat.png');
    const locking = region('Lock a file');
    await locking.getByLabelText('Your file').upload(picture);
    await locking.getByRole('button', { name: 'Lock this file' }).click();
    await expect.element(locking.getByText('Look in your downloads for cat.png.locked.')).toBeVisible();

    const opening = region('Open a locked file');
    await opening.getByLabelText('Your file').upload(new File([files[0]?.blob as Blob], 'renamed.bin'));
    await opening.getByRole('button', { name: 'Open it' }).click();
    await expect.element(opening.getByText('Look in your downloads for cat.png.')).toBeVisible();
    expect(files.map(({ name }) => name)).toEqual(['cat.png.locked', 'cat.png']);
    const [, opened] = files;
    expect(opened && new Uint8Array(await opened.blob.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
  });

  test('says why a file cannot be opened, and saves nothing', async () => {
    const files = catchFiles();
    const keys = await openLocker();
    const opening = region('Open a locked file');
    async function openFile(blob: Blob) {
      await opening.getByLabelText('Your file').upload(new File([blob], 'a.locked'));
      await opening.getByRole('button', { name: 'Open it' }).click();
    }
    await openFile(new Blob(['nothing of ours']));
    await expect.element(opening.getByText('You chose a.locked.')).toBeVisible();
    await expect.element(opening.getByText(/This file was not locked here/)).toBeVisible();
    await openFile(await seal(new Blob(['x']), 'x', (await makeKit()).keys));
    await expect.element(opening.getByText(/locked with another key/)).toBeVisible();
    const whole = await seal(new Blob(['x']), 'x', keys);
    await openFile(whole.slice(0, -1));
    await expect.element(opening.getByText(/was changed or is missing/)).toBeVisible();
    await expectAccessible();
    expect(files).toEqual([]);
  });

  test('recovery words are taken out of a note', async () => {
    await openLocker();
    const box = region('Lock a note').getByRole('textbox');
    await box.fill('abandon ability able about above absent absorb abstract absurd abuse access accident');
    await expect.element(page.getByText('Stop: that looks like a secret key or recovery phrase')).toBeVisible();
    await expect.element(box).toHaveValue('');
  });
});

test(`${spec('2.encryption')} nothing is sent: not a single call from the first step to a note that was opened`, async () => {
  const files = catchFiles();
  const { screen, fragments } = await openTrial();
  // What the page around it asks for has been asked by now.
  const before = api.calls.length;
  const sent = [
    vi.spyOn(window, 'fetch'),
    vi.spyOn(XMLHttpRequest.prototype, 'send'),
    vi.spyOn(navigator, 'sendBeacon'),
  ];
  const loaded: string[] = [];
  const watch = new PerformanceObserver((list) => loaded.push(...list.getEntries().map(({ name }) => name)));
  watch.observe({ type: 'resource' });
  await type(fragments[0] as string, fragments[2] as string);
  await saved().click();
  await button('Continue').click();
  await region('Lock a note').getByRole('textbox').fill('a note of mine');
  await button('Lock this note').click();
  await expect.element(screen.getByText(/Look in your downloads for note\.txt\.locked\./)).toBeVisible();
  const opening = region('Open a locked file');
  await opening.getByLabelText('Your file').upload(new File([files[0]?.blob as Blob], 'note.txt.locked'));
  await opening.getByRole('button', { name: 'Open it' }).click();
  await expect.element(opening.getByText('a note of mine')).toBeVisible();
  for (const call of sent) expect(call).not.toHaveBeenCalled();
  expect(api.calls.slice(before)).toEqual([]);
  // No file of the page's own either: it works offline.
  watch.disconnect();
  expect(loaded).toEqual([]);
  expect(JSON.stringify(api.calls)).not.toContain((fragments[0] as string).slice(0, 9));
});
