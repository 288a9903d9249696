import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { text } from '../../test/locators.ts';
import { AdvanceNotice } from './advance-notice.tsx';
import { settleMs, useAutoAdvance } from './use-auto-advance.ts';

const delayMs = 1_500;
let advanced: ReturnType<typeof vi.fn<() => void>>;

beforeEach(() => {
  advanced = vi.fn<() => void>();
  allowMotion(true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.advanceTimersByTime(settleMs));
function allowMotion(yes: boolean): void {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: !yes } as MediaQueryList);
}

/**
 * Asks a question whose valid answers contain "good".
 * Has a field, two choices, and other elements to click.
 */
function Question({ typing }: { typing: 'advances' | 'waits' }) {
  const [answer, setAnswer] = useState('');
  const { field, onChoice, isCounting } = useAutoAdvance({
    ready: answer.includes('good'),
    delayMs,
    typing,
    onAdvance: advanced,
  });
  return (
    <main className="grid">
      <div ref={field}>
        <input aria-label="Answer" value={answer} onChange={(event) => setAnswer(event.target.value)} />
      </div>
      {(['pointer', 'keys'] as const).map((by) => (
        <button
          key={by}
          type="button"
          onClick={() => {
            setAnswer('good');
            onChoice(by);
          }}
        >
          Good by {by}
        </button>
      ))}
      <button type="button">Something else</button>
      <p>Nothing to press</p>
      <AdvanceNotice isCounting={isCounting} />
    </main>
  );
}

async function ask(typing: 'advances' | 'waits' = 'advances') {
  const screen = await render(<Question typing={typing} />);
  return Object.assign(screen, {
    answer: screen.getByRole('textbox'),
    page: text('Nothing to press'),
    press: (name: string) => screen.getByRole('button', { name }).click(),
  });
}

/** Cuts the typed answer, so that the test can paste it. */
async function cut(): Promise<void> {
  await userEvent.keyboard('{Control>}a{/Control}');
  await userEvent.cut();
}

test('useAutoAdvance advances only once, after the text has stayed unchanged for the delay', async () => {
  const { answer } = await ask('advances');
  await answer.fill('good');
  vi.advanceTimersByTime(delayMs - 1);
  expect(advanced).not.toHaveBeenCalled();
  await answer.fill('good again');
  vi.advanceTimersByTime(delayMs - 1);
  expect(advanced).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(advanced).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(delayMs);
  expect(advanced).toHaveBeenCalledOnce();
});

test('useAutoAdvance with “waits” advances after a paste, not after typing', async () => {
  const { answer } = await ask('waits');
  await answer.click();
  await userEvent.keyboard('good');
  vi.advanceTimersByTime(delayMs);
  expect(advanced).not.toHaveBeenCalled();
  await cut();
  await userEvent.paste();
  await expect.element(answer).toHaveValue('good');
  vi.advanceTimersByTime(delayMs);
  expect(advanced).toHaveBeenCalledOnce();
});

test('AdvanceNotice is read out while the timer runs', async () => {
  const { answer, getByRole } = await ask('advances');
  await answer.fill('good');
  await expect
    .element(getByRole('status'))
    .toHaveTextContent('The next step opens by itself. Tap or type to stay here.');
  await userEvent.keyboard('{Shift}');
  await expect.element(getByRole('status')).toHaveTextContent('');
});

test('useAutoAdvance does not advance from an invalid answer', async () => {
  const { answer } = await ask();
  await answer.fill('bad');
  vi.advanceTimersByTime(delayMs);
  expect(advanced).not.toHaveBeenCalled();
});

test('useAutoAdvance advances after a choice by pointer, not by keyboard', async () => {
  const { press } = await ask();
  await press('Good by keys');
  vi.advanceTimersByTime(delayMs);
  expect(advanced).not.toHaveBeenCalled();
  await press('Good by pointer');
  vi.advanceTimersByTime(delayMs);
  expect(advanced).toHaveBeenCalledOnce();
});

test.each<[what: string, act: (screen: Awaited<ReturnType<typeof ask>>) => Promise<unknown>]>([
  ['a key', () => userEvent.keyboard('{Shift}')],
  ['a press on something else', ({ press }) => press('Something else')],
  ['a press on the page', ({ page }) => page.click()],
  [
    'the wheel',
    async ({ page }) => {
      document.body.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
      // React handles wheel events with a lower priority, so the test waits for one more interaction.
      await page.hover();
    },
  ],
  ['leaving the screen', ({ unmount }) => unmount()],
])('the timer of useAutoAdvance is canceled by %s', async (_, act) => {
  const screen = await ask();
  await screen.press('Good by pointer');
  vi.advanceTimersByTime(delayMs - 1);
  await act(screen);
  vi.advanceTimersByTime(delayMs);
  expect(advanced).not.toHaveBeenCalled();
});

test('useAutoAdvance ignores a press that is meant for the previous screen', async () => {
  const { press, getByRole } = await ask();
  await press('Good by pointer');
  const button = getByRole('button', { name: 'Something else' }).element();
  const { x, y } = button.getBoundingClientRect();
  const isPressable = () => document.elementFromPoint(x + 5, y + 5) === button;
  expect(isPressable()).toBe(true);
  vi.advanceTimersByTime(delayMs);
  expect(isPressable()).toBe(false);
  vi.advanceTimersByTime(settleMs);
  expect(isPressable()).toBe(true);
});

test('useAutoAdvance does not advance with reduced motion', async () => {
  allowMotion(false);
  const { press } = await ask();
  await press('Good by pointer');
  vi.advanceTimersByTime(delayMs);
  expect(advanced).not.toHaveBeenCalled();
});
