import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useAutoAdvance } from '../src/shared/ui/use-auto-advance.ts';

const delayMs = 1_500;
let advanced: ReturnType<typeof vi.fn<() => void>>;

beforeEach(() => {
  advanced = vi.fn<() => void>();
  likeMotion(true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function likeMotion(yes: boolean): void {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: !yes } as MediaQueryList);
}

/** Where “good” is right: a field and two choices, and other things to press. */
function Question() {
  const [answer, setAnswer] = useState('');
  const { field, onChoice } = useAutoAdvance({ ready: answer.includes('good'), delayMs, onAdvance: advanced });
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
    </main>
  );
}

async function ask() {
  const screen = await render(<Question />);
  return Object.assign(screen, {
    answer: screen.getByRole('textbox'),
    page: screen.getByText('Nothing to press'),
    press: (name: string) => screen.getByRole('button', { name }).click(),
  });
}

/** Takes the answer that was typed into the field, so that it can be pasted again. */
async function cut(): Promise<void> {
  await userEvent.keyboard('{Control>}a{/Control}');
  await userEvent.cut();
}

test('what was pasted into a field that a pointer reached goes on, once, after the time', async () => {
  const { answer } = await ask();
  await answer.click();
  await userEvent.keyboard('good');
  await cut();
  await userEvent.paste();
  await expect.element(answer).toHaveValue('good');
  vi.advanceTimersByTime(delayMs - 1);
  expect(advanced).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(advanced).toHaveBeenCalledOnce();
  // The next answer needs a reason of its own.
  await answer.fill('bad');
  await answer.fill('good');
  vi.advanceTimersByTime(delayMs);
  expect(advanced).toHaveBeenCalledOnce();
});

test('what was pasted into a field that the keyboard reached does not go on', async () => {
  const { answer } = await ask();
  await userEvent.tab();
  await expect.element(answer).toHaveFocus();
  await userEvent.keyboard('good');
  await cut();
  await userEvent.paste();
  await expect.element(answer).toHaveValue('good');
  vi.advanceTimersByTime(delayMs);
  expect(advanced).not.toHaveBeenCalled();
});

test('what was typed does not go on, until the field is left by a press on the page', async () => {
  const { answer, page } = await ask();
  await answer.click();
  await userEvent.keyboard('good');
  vi.advanceTimersByTime(delayMs);
  expect(advanced).not.toHaveBeenCalled();
  await page.click();
  await expect.element(answer).not.toHaveFocus();
  vi.advanceTimersByTime(delayMs);
  expect(advanced).toHaveBeenCalledOnce();
});

test.each(['by a press on a control', 'with Tab'])('a field that was left %s stays', async (how) => {
  const { answer, press } = await ask();
  await answer.click();
  await userEvent.keyboard('good');
  if (how === 'with Tab') await userEvent.tab();
  else await press('Something else');
  await expect.element(answer).not.toHaveFocus();
  vi.advanceTimersByTime(delayMs);
  expect(advanced).not.toHaveBeenCalled();
});

test('an answer that is not right stays', async () => {
  const { answer, page } = await ask();
  await answer.click();
  await userEvent.keyboard('bad');
  await page.click();
  await expect.element(answer).not.toHaveFocus();
  vi.advanceTimersByTime(delayMs);
  expect(advanced).not.toHaveBeenCalled();
});

test('a choice goes on when a pointer made it, and not when the keyboard did', async () => {
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
      // React takes its time for a wheel, which turns on and on.
      await page.hover();
    },
  ],
  ['leaving the screen', ({ unmount }) => unmount()],
])('%s stops it', async (_, act) => {
  const screen = await ask();
  await screen.press('Good by pointer');
  vi.advanceTimersByTime(delayMs - 1);
  await act(screen);
  vi.advanceTimersByTime(delayMs);
  expect(advanced).not.toHaveBeenCalled();
});

test('whoever wants less motion is not moved', async () => {
  likeMotion(false);
  const { press } = await ask();
  await press('Good by pointer');
  vi.advanceTimersByTime(delayMs);
  expect(advanced).not.toHaveBeenCalled();
});
