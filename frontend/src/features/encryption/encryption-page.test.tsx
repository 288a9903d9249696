import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { catchFile } from '../../../test/catch-file.ts';
import { fragmentsShown, openFragments, openTrial, path, type } from '../../../test/encryption.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, checkbox, expectVisible, heading, region, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { makeKit, minimumMs } from './make-kit.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

const saved = () => checkbox(/I have all three fragments on paper/);

describe('creation of a key', () => {
  test('takes at least 1.5 seconds and shows that it is running', async () => {
    await open(path, api);
    await expectVisible(heading('Make your key'), text('Step 1 of 4'), '25% complete');
    await expectAccessible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await button('Make my key').click();
    await expect.element(button('Making your key…')).toHaveFocus();
    // The key is ready long before the minimum time is over.
    await makeKit();
    vi.advanceTimersByTime(minimumMs - 1);
    // The test waits for some frames, so that React would have rendered any change.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    await expect.element(heading('Make your key')).toBeVisible();
    vi.advanceTimersByTime(1);
    await expect.element(heading('Write down your three fragments')).toHaveFocus();
  });

  test('happens only once after a double click', async () => {
    const random = vi.spyOn(crypto.subtle, 'importKey');
    await open(path, api);
    await button('Make my key').dblClick();
    await expect.element(heading('Write down your three fragments')).toBeVisible();
    // WebCrypto imports the secret once for the seed, and twice for the set id.
    expect(random.mock.calls.filter(([format]) => format === 'raw')).toHaveLength(3);
  });

  test('shows an error when the browser fails, and can be retried', async () => {
    vi.spyOn(crypto.subtle, 'deriveBits').mockRejectedValueOnce(new Error('no'));
    await open(path, api);
    await button('Make my key').click();
    await expect.element(text('We couldn’t create your key')).toBeVisible();
    await expectAccessible();
    await button('Make my key').click();
    await expect.element(heading('Write down your three fragments')).toBeVisible();
  });

  test('is preceded by an explanation of its limits and reviews, with sources', async () => {
    await open(path, api);
    await expectVisible('What this doesn’t do', /The keys that protect XRP aren’t quantum-safe today/);
    await text('How it works and who has checked it').click();
    const inside = region('How it works and who has checked it');
    await expect.element(inside.getByText(/no one else has yet/)).toBeVisible();
    expect(inside.getByRole('link').elements().length).toBeGreaterThan(2);
    await expectAccessible();
    expect(document.body.textContent).not.toMatch(/QFS|quantum-secure|unbreakable/i);
  });
});

describe('encryption fragments', () => {
  test('are three different numbered texts, which can be copied and printed', async () => {
    const fragments = await openFragments(api);
    await expect.element(text('Step 2 of 4')).toBeVisible();
    expect(new Set(fragments).size).toBe(3);
    for (const fragment of fragments) expect(fragment.split(/\s+/)).toHaveLength(16);
    expect(button(/^Copy fragment/).elements()).toHaveLength(3);
    const print = vi.spyOn(window, 'print').mockImplementation(() => {});
    await button('Print my fragments').click();
    expect(print).toHaveBeenCalledOnce();
    await expectAccessible();
  });

  test('are not stored, and differ for each key', async () => {
    const fragments = await openFragments(api);
    const storage = JSON.stringify({ ...localStorage, ...sessionStorage });
    for (const fragment of fragments) expect(storage).not.toContain(fragment.slice(0, 9));
    await button('Start over').click();
    await expect.element(heading('Make your key')).toHaveFocus();
    for (const fragment of fragments) expect(document.body.textContent).not.toContain(fragment.slice(10, 19));
    await button('Make my key').click();
    await expect.element(heading('Write down your three fragments')).toBeVisible();
    expect(fragmentsShown()[0]).not.toBe(fragments[0]);
  });

  test('fit the window of a small phone with large text', async () => {
    await page.viewport(360, 740);
    await openFragments(api);
    document.documentElement.style.fontSize = '200%';
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    document.documentElement.style.fontSize = '';
  });
});

test(`${spec('2.encryption')} The encryption page makes no request from the test of the fragments to the opening of a locked note`, async () => {
  const { files } = catchFile();
  const fragments = await openTrial(api);
  // By now, all requests of the surrounding page have finished.
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
  await expect.element(text(/Check your downloads for note\.txt\.locked\./)).toBeVisible();
  const opening = region('Open a locked file');
  await opening.getByLabelText('Your file').upload(new File([files[0]?.blob as Blob], 'note.txt.locked'));
  await opening.getByRole('button', { name: 'Open this file' }).click();
  await expect.element(opening.getByText('a note of mine')).toBeVisible();
  for (const call of sent) expect(call).not.toHaveBeenCalled();
  expect(api.calls.slice(before)).toEqual([]);
  // The page has not even loaded a script, so it works offline.
  watch.disconnect();
  expect(loaded).toEqual([]);
  expect(JSON.stringify(api.calls)).not.toContain((fragments[0] as string).slice(0, 9));
});
