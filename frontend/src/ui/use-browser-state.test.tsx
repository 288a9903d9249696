import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { button } from '../../test/locators.ts';
import { useBrowserState } from './use-browser-state.ts';
import { HydratedContext } from './use-hydrated.ts';

function Counter() {
  const [count, setCount] = useBrowserState(() => 10, 0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count}
    </button>
  );
}

const counter = (hydrated: boolean) => (
  <HydratedContext value={hydrated}>
    <Counter />
  </HydratedContext>
);

test('the stored value is read after hydration', async () => {
  const screen = await render(counter(false));
  await expect.element(button('0')).toBeVisible();
  await screen.rerender(counter(true));
  await expect.element(button('10')).toBeVisible();
});

test('the stored value does not undo a change from before it was read', async () => {
  const screen = await render(counter(false));
  await button('0').click();
  await screen.rerender(counter(true));
  await expect.element(button('1')).toBeVisible();
});
