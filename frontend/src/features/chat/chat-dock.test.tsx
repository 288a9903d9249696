import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerOfTag, ask, bar, close, field, log, openChat, panel } from '../../../test/chat.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, dialog, heading, region, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { noReply } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
  api.assist = () => HttpResponse.json(answerOfTag);
});

describe('chat panel', () => {
  test(`${spec('2.14')} opens with the focus on the question, closes with Escape and restores the focus`, async () => {
    await openChat(api);
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAttribute('placeholder', 'Ask me anything...');
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(bar).toHaveFocus();
    await expect.element(bar).toHaveAccessibleName('Ask the assistant');
  });

  test.each([
    [1280, 320, 450],
    [640, 320, 450],
    [639, 639, 900],
    [360, 360, 900],
  ])(`${spec('2.14')} in a window of %i px measures %i by %i px`, async (width, expectedWidth, expectedHeight) => {
    await page.viewport(width, 900);
    await openChat(api);
    const box = panel.element().getBoundingClientRect();
    expect([box.width, box.height].map(Math.round)).toEqual([expectedWidth, expectedHeight]);
    await expectAccessible();
  });

  test.each([768, 1024, 1280, 1824])(
    'at %i px does not cover the address or a button of a guide’s step',
    async (width) => {
      await page.viewport(width, 900);
      localStorage.setItem(`xrp-bridge:step:${id}`, '2');
      const screen = await openChat(api, `/transfer/${id}`);
      const box = panel.element().getBoundingClientRect();
      const main = screen.getByRole('main');
      for (const one of [
        main.getByText(address),
        main.getByRole('button', { name: /^Show QR/ }),
        main.getByRole('button', { name: 'Done, next step' }),
      ]) {
        await expect.element(one).toBeInTheDocument();
        const { left, right } = one.element().getBoundingClientRect();
        // The panel and these elements do not overlap horizontally, so the scroll position does not matter.
        expect(right <= box.left || left >= box.right).toBe(true);
      }
    },
  );

  test.each([768, 1024, 1280])('at %i px does not cover a field of a page without a side column', async (width) => {
    await page.viewport(width, 900);
    const screen = await openChat(api, '/?from=kraken&to=ledger&view=confirm');
    await button('Add my address now').click();
    const input = screen.getByLabelText(/XRP address/);
    await expect.element(input).toBeVisible();
    const edge = panel.element().getBoundingClientRect().left;
    expect(input.element().getBoundingClientRect().right).toBeLessThanOrEqual(edge);
  });

  test('at 1280 px does not cover the landing page’s selection, and neither does the round button', async () => {
    await page.viewport(1280, 900);
    await openChat(api, '/?from=kraken');
    const choice = region('Choose your path');
    await expect.element(choice).toBeVisible();
    const { left, right } = choice.element().getBoundingClientRect();
    expect(left).toBeGreaterThan(bar.element().getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual(panel.element().getBoundingClientRect().left);
  });

  test('opens from the guide’s “Ask the assistant” button and restores the focus to it', async () => {
    const screen = await open(`/transfer/${id}`, api);
    const opener = screen.getByRole('main').getByRole('button', { name: 'Ask the assistant' });
    await opener.click();
    await expect.element(field).toHaveFocus();
    await close.click();
    await expect.element(opener).toHaveFocus();
  });

  test('retains the focus when the page beside it has loaded', async () => {
    const steps = noReply('GET /api/transfer-instructions/{id}');
    const screen = await open('/', api, steps);
    await expect.element(bar).toBeVisible();
    await screen.go(`/transfer/${id}`);
    await expect.element(text('Loading your guide…')).toBeVisible();
    await bar.click();
    await field.fill('When does');
    steps.end();
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
    await expect.element(field).toHaveFocus();
  });

  test('closes when a dialog opens', async () => {
    localStorage.setItem(`xrp-bridge:step:${id}`, '2');
    await openChat(api, `/transfer/${id}`);
    await button('Show QR code for your exchange’s app').click();
    await expect.element(dialog('Scan with your exchange’s app')).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
  });

  test('is not available to operators', async () => {
    const screen = await open('/admin', api);
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(bar).not.toBeInTheDocument();
  });
});

describe('chat on a phone', () => {
  beforeEach(() => page.viewport(360, 740));

  test('fills the window, traps the focus and does not open the keyboard', async () => {
    await openChat(api);
    await expect.element(panel.getByRole('heading', { name: 'XRP transfer assistant' })).toHaveFocus();
    expect(panel.element().matches(':modal')).toBe(true);
    expect(getComputedStyle(document.documentElement).overflow).toBe('hidden');
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Tab}{Tab}{Tab}{Tab}{Tab}{Tab}{Tab}{Tab}');
    expect(document.activeElement === document.body || panel.element().contains(document.activeElement)).toBe(true);
    expect(close.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(48);
    await close.click();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(bar).toHaveFocus();
    expect(getComputedStyle(document.documentElement).overflow).toBe('visible');
  });

  test('stays above the keyboard', async () => {
    await openChat(api);
    const seen = visualViewport as VisualViewport;
    vi.spyOn(seen, 'height', 'get').mockReturnValue(400);
    vi.spyOn(seen, 'offsetTop', 'get').mockReturnValue(30);
    seen.dispatchEvent(new Event('resize'));
    const place = () => {
      const { top, height } = panel.element().getBoundingClientRect();
      return [top, height];
    };
    await expect.poll(place).toEqual([30, 400]);
  });

  test('leaves the page and the history unchanged when “back”, “Close” or Escape closes the chat', async () => {
    const screen = await open('/transfer', api);
    await screen.go('/');
    for (const leave of [() => screen.back(), () => close.click(), () => userEvent.keyboard('{Escape}')]) {
      await bar.click();
      await expect.element(panel).toBeVisible();
      await expect.poll(screen.state).toEqual({ chat: true });
      await leave();
      await expect.element(panel).not.toBeInTheDocument();
      await expect.poll(screen.state).toBeNull();
      expect(screen.path()).toBe('/');
    }
    await screen.back();
    await expect.poll(screen.path).toBe('/transfer');
  });

  test('closes when the customer goes back before the chat’s history entry is rendered', async () => {
    const screen = await open('/', api);
    await expect.element(bar).toBeVisible();
    (bar.element() as HTMLElement).click();
    await vi.waitUntil(() => screen.state() !== null, { interval: 0 });
    await screen.back();
    await expect.poll(screen.state).toBeNull();
    await expect.element(panel).not.toBeInTheDocument();
  });

  test('is replaced in the history when the customer follows a link to one of our pages', async () => {
    const screen = await openChat(api, '/transfer');
    // The test waits for the chat's history entry, which is added after the page is rendered.
    await expect.poll(screen.state).toEqual({ chat: true });
    await ask('tag?');
    await log.getByRole('link', { name: 'Safety' }).click();
    await expect.element(panel).not.toBeInTheDocument();
    expect(screen.path()).toBe('/');
    await screen.back();
    await expect.poll(screen.path).toBe('/transfer');
    await expect.element(panel).not.toBeInTheDocument();
  });

  const isInSight = () => bar.element().getBoundingClientRect().top < innerHeight;

  test('hides its bar while the customer scrolls down or types, but not while the bar has the focus', async () => {
    const screen = await open('/?from=coinbase&to=xumm&view=confirm', api);
    await expect.element(bar).toBeVisible();
    await button('Add my address now').click();
    const input = screen.getByRole('textbox').first();
    await expect.element(input).toBeVisible();
    const scroll = (top: number) => scrollTo({ top, behavior: 'instant' });
    scroll(300);
    await expect.poll(isInSight).toBe(false);
    scroll(200);
    await expect.poll(isInSight).toBe(true);
    scroll(260);
    await expect.poll(isInSight).toBe(false);
    scroll(document.documentElement.scrollHeight);
    await expect.poll(isInSight).toBe(true);
    scroll(0);
    await input.click();
    await expect.poll(isInSight).toBe(false);
    (input.element() as HTMLElement).blur();
    scroll(0);
    await expect.poll(isInSight).toBe(true);
    scroll(300);
    await expect.poll(isInSight).toBe(false);
    await userEvent.keyboard('{Tab}');
    (bar.element() as HTMLElement).focus({ preventScroll: true });
    await expect.poll(isInSight).toBe(true);
  });
});
