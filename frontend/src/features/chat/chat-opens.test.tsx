import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerOfTag, bar, close, field, log, openChat, panel } from '../../../test/chat.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, dialog, textbox } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { address, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
  api.assist = () => HttpResponse.json(answerOfTag);
});

const path = '/api/ai-helper';

describe('chat after the setup of a wallet', () => {
  const spoken = () => vi.spyOn(speechSynthesis, 'speak').mockImplementation(() => {});

  async function goAwayAndComeBack() {
    const screen = await openChat(api, '/transfer?from=coinbase');
    await log.getByRole('button', { name: 'Need to download a wallet?' }).click();
    await expect.element(log.getByText(/^Install a wallet only from its maker’s own page/)).toBeVisible();
    const maker = log.getByRole('link', { name: /^Xaman at xaman\.app/ });
    await expect.element(maker).toHaveAttribute('href', 'https://xaman.app');
    expect(api.called('POST', path)).toEqual([]);
    await close.click();
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(log.getByText(/^You’re back!/)).toBeVisible();
    return screen;
  }

  test(`${spec('4.20')} opens with a greeting, silently and only once`, async () => {
    const speak = spoken();
    await goAwayAndComeBack();
    await expect.poll(() => log.getByRole('button').elements()).toHaveLength(3);
    await expect.element(field).not.toHaveFocus();
    expect(speak).not.toHaveBeenCalled();
    await close.click();
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(panel).not.toBeInTheDocument();
  });

  test('stays closed on a phone, where the bar shows a hint instead', async () => {
    await page.viewport(360, 740);
    await openChat(api, '/transfer?from=coinbase');
    await log.getByRole('button', { name: 'Need to download a wallet?' }).click();
    await close.click();
    await expect.element(panel).not.toBeInTheDocument();
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(bar).toHaveAccessibleName(/^You’re back! Ask me\./);
    await expect.element(panel).not.toBeInTheDocument();
    await bar.click();
    await expect.element(log.getByText(/^You’re back!/)).toBeVisible();
  });

  test(`${spec('4.20')} speaks the greeting when the sound is on`, async () => {
    const speak = spoken();
    const screen = await openChat(api);
    const sound = button('Read messages aloud');
    await sound.click();
    await expect.element(sound).toHaveAttribute('aria-pressed', 'true');
    await screen.unmount();
    await goAwayAndComeBack();
    const { text, rate, pitch } = speak.mock.lastCall?.[0] ?? {};
    expect([text?.slice(0, 12), rate?.toFixed(1), pitch?.toFixed(1)]).toEqual(['You’re back!', '0.9', '1.1']);
  });
});

describe('chat hint after 30 seconds', () => {
  beforeEach(() => localStorage.removeItem('xrp-bridge:chat-nudged'));

  /** Intercepts the hint's timers. `count` returns how many are pending, and `pass` fires them. */
  function interceptHintTimers() {
    const pending = new Map<number, () => void>();
    const { setTimeout: plainSet, clearTimeout: plainClear } = window;
    vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms?: number, ...rest: unknown[]) => {
      // A transfer's live updates also use a timer of 30 seconds, so the function's name is checked, too.
      const isHint = ms === 30_000 && run.name === 'wait';
      const timer = plainSet(isHint ? () => {} : run, ms, ...rest);
      if (isHint) pending.set(timer, run);
      return timer;
    }) as typeof window.setTimeout);
    vi.spyOn(window, 'clearTimeout').mockImplementation((timer) => {
      pending.delete(timer as number);
      plainClear(timer);
    });
    const pass = () => {
      const due = [...pending.values()];
      pending.clear();
      for (const run of due) run();
    };
    return { count: () => pending.size, pass };
  }
  const hint = log.getByText(/^You’ve been on this step a while\./);

  test(`${spec('4.21')} opens the panel without taking the focus, and only once`, async () => {
    const { count, pass } = interceptHintTimers();
    await open('/', api);
    await expect.poll(count).toBe(1);
    pass();
    await expect.element(hint).toBeVisible();
    await expect.element(field).not.toHaveFocus();
    await expectAccessible();
    await close.click();
    pass();
    await expect.element(panel).not.toBeInTheDocument();
  });

  test('appears once on a phone, as a text on the bar, and does not open the panel', async () => {
    await page.viewport(360, 740);
    const { count, pass } = interceptHintTimers();
    const screen = await open('/', api);
    await expect.poll(count).toBe(1);
    pass();
    await expect.element(bar).toHaveAccessibleName(/^Stuck\? Ask me\./);
    await expect.element(screen.getByRole('status')).toHaveTextContent('Stuck? Ask me.');
    await expect.element(panel).not.toBeInTheDocument();
    await expectAccessible();
    await bar.click();
    await expect.element(panel).toBeVisible();
    await close.click();
    await expect.element(bar).toHaveAccessibleName('Ask the assistant');
    await expect.poll(count).toBe(0);
  });

  test('waits while the customer types', async () => {
    api.push({ destinationAddress: 'pending' });
    const { count, pass } = interceptHintTimers();
    await open(`/transfer/${id}`, api);
    const input = textbox(/XRP address/);
    await input.click();
    await expect.poll(count).toBe(1);
    pass();
    await expect.element(panel).not.toBeInTheDocument();
    (input.element() as HTMLElement).blur();
    await expect.poll(count).toBe(1);
    pass();
    await expect.element(hint).toBeVisible();
  });

  test('does not appear over a dialog', async () => {
    localStorage.setItem(`xrp-bridge:step:${id}`, '4');
    const { count, pass } = interceptHintTimers();
    await open(`/transfer/${id}`, api);
    await expect.poll(count).toBe(1);
    await button('I’ve completed the transfer').click();
    await expect.element(dialog(/^We haven’t seen your XRP yet/)).toBeVisible();
    await expect.poll(count).toBe(0);
    pass();
    await expect.element(panel).not.toBeInTheDocument();
  });
});
