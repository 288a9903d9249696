import { spec } from '@xrp-bridge/contracts/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FakeApi } from '../../test/fake-api.ts';
import { button, text, textbox } from '../../test/locators.ts';
import { expectAccessible, open } from '../../test/open.tsx';
import { pictureButton } from './picture-button.ts';
import { Tooltips } from './tooltip.tsx';

// Delays that spec 1 §9 requires.
const delayMs = 700;
const skipDelayMs = 300;

/**
 * Returns the visible tooltip's text.
 * Radix also renders a copy for screen readers, which is left out here.
 */
const bubble = () => document.querySelector('[data-side]')?.firstChild?.textContent ?? null;

/** Waits for three animation frames. Polling is not possible here, because the timers are fake. */
async function painted(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}

async function showButtons() {
  const pressed = vi.fn<() => void>();
  const screen = await render(
    <main className="grid justify-items-start gap-20 p-20">
      <h1>Two pictures</h1>
      <button type="button" ref={pictureButton} aria-label="Close" onClick={pressed} className="size-11">
        ×
      </button>
      <button type="button" ref={pictureButton} className="size-11">
        <span aria-hidden>♪</span>
        <span className="sr-only">Read messages aloud</span>
      </button>
      <p>Nothing to press</p>
      <Tooltips />
    </main>,
  );
  return {
    pressed,
    close: button('Close'),
    sound: button('Read messages aloud'),
    /** Moves the pointer away from the button and its tooltip. */
    async leave() {
      await text('Nothing to press').hover();
      await screen.getByRole('heading').hover();
    },
  };
}

describe('tooltip of an icon button', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await userEvent.unhover(document.body);
  });

  test(`${spec('4.23')} appears when a pointer rests on the button, and disappears when the pointer leaves`, async () => {
    const { close, leave } = await showButtons();
    await close.hover();
    vi.advanceTimersByTime(delayMs - 1);
    await painted();
    expect(bubble()).toBeNull();
    vi.advanceTimersByTime(1);
    await expect.poll(bubble).toBe('Close');
    vi.useRealTimers();
    await expectAccessible();
    await leave();
    await expect.poll(bubble).toBeNull();
  });

  test(`${spec('4.23')} appears without a delay if the pointer reaches another button shortly afterwards`, async () => {
    const { close, sound, leave } = await showButtons();
    await close.hover();
    vi.advanceTimersByTime(delayMs);
    await expect.poll(bubble).toBe('Close');
    await leave();
    await expect.poll(bubble).toBeNull();
    // The period in which the next tooltip appears without a delay starts when this tooltip has disappeared.
    await painted();
    vi.advanceTimersByTime(skipDelayMs - 1);
    await sound.hover();
    await painted();
    expect(bubble()).toContain('Read messages aloud');
    await leave();
    await expect.poll(bubble).toBeNull();
    await painted();
    vi.advanceTimersByTime(skipDelayMs);
    await close.hover();
    vi.advanceTimersByTime(delayMs - 1);
    await painted();
    expect(bubble()).toBeNull();
  });

  test('appears on keyboard focus, and disappears after Escape', async () => {
    const { close, pressed } = await showButtons();
    await userEvent.keyboard('{Tab}');
    await expect.element(close).toHaveFocus();
    await expect.poll(bubble).toBe('Close');
    await userEvent.keyboard('{Escape}');
    await expect.poll(bubble).toBeNull();
    await expect.element(close).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.poll(bubble).toContain('Read messages aloud');
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}');
    expect(pressed).toHaveBeenCalledOnce();
    await expect.poll(bubble).toBeNull();
  });

  test('does not appear when the focus moves after a click', async () => {
    const { close, sound } = await showButtons();
    await sound.click();
    (close.element() as HTMLElement).focus();
    vi.advanceTimersByTime(delayMs);
    await painted();
    expect(bubble()).toBeNull();
  });

  test('is not read out in addition to the button’s name', async () => {
    const { close } = await showButtons();
    await userEvent.keyboard('{Tab}');
    await expect.poll(bubble).toBe('Close');
    await expect.element(close).not.toHaveAttribute('aria-describedby');
    expect(document.querySelector('[role=tooltip]')?.closest('[aria-hidden=true]')).not.toBeNull();
  });
});

describe('tooltip on a page', () => {
  /** Opens the start page and waits for its heading, because a new page moves the focus to the heading. */
  async function openWhole() {
    const screen = await open('/start', new FakeApi());
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    return screen;
  }

  test('names the theme button', async () => {
    await openWhole();
    const colours = button('Switch to dark mode');
    // The tooltips' code is loaded after the page.
    await expect
      .poll(async () => {
        (colours.element() as HTMLElement).focus();
        await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Tab}');
        return bubble();
      })
      .toBe('Switch to dark mode');
    await expect.element(colours).toHaveFocus();
  });

  test('closes together with the chat that contains it after one Escape', async () => {
    await openWhole();
    await button('Ask the assistant').click();
    await expect.element(textbox('Your question')).toHaveFocus();
    const sound = button('Read messages aloud');
    for (let tabs = 0; tabs < 9 && document.activeElement !== sound.element(); tabs++) {
      await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    }
    await expect.poll(bubble).toBe('Read messages aloud');
    await userEvent.keyboard('{Escape}');
    await expect.poll(bubble).toBeNull();
    await expect.element(page.getByRole('log')).not.toBeInTheDocument();
  });
});
