import { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server.browser';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { button, text } from '../../test/locators.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { holdPresses, repeatPress } from './presses.ts';
import { Providers } from './providers.tsx';

afterEach(() => document.body.replaceChildren());

/** Shows a count that its button increases. */
function Counter({ name, id }: { name: string; id?: string }) {
  const [count, setCount] = useState(0);
  return (
    <p>
      <button type="button" id={id} onClick={() => setCount(count + 1)}>
        {name}
      </button>
      <span>{`${name}: ${count}`}</span>
    </p>
  );
}

/** Shows two counters that stay, and two that hydration replaces: one with an id, one without. */
function Counters({ onHydrated }: { onHydrated: () => void }) {
  const hydrated = useHydrated();
  useEffect(onHydrated, [onHydrated]);
  return (
    <>
      <Counter name="First" />
      <Counter name="Second" />
      <Counter key={hydrated ? 'after' : 'before'} name={hydrated ? 'After' : 'Before'} id="replaced" />
      <Counter key={hydrated ? 'new' : 'old'} name={hydrated ? 'New' : 'Old'} />
      <p>{hydrated ? 'With this browser’s values' : 'As rendered'}</p>
    </>
  );
}

const press = (name: string) => (button(name).element() as HTMLElement).click();

/**
 * Hydrates rendered counters, and waits for this browser's values.
 * @param act called before React has hydrated the counters, or right after that
 */
async function hydrate(when: 'before' | 'after', act: () => void): Promise<void> {
  const app = (
    <Providers client={new QueryClient()} prerendered>
      <Counters onHydrated={when === 'after' ? act : () => undefined} />
    </Providers>
  );
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(app);
  holdPresses();
  onTestFinished(repeatPress);
  const removal = vi.spyOn(window, 'removeEventListener');
  const root = hydrateRoot(container, app);
  onTestFinished(() => root.unmount());
  if (when === 'before') act();
  await expect.element(text('With this browser’s values')).toBeVisible();
  await expect.poll(() => removal).toHaveBeenCalledWith('click', expect.any(Function), true);
}

describe.each(['before', 'after'] as const)('a press %s React has hydrated the page', (when) => {
  test('is handled once', async () => {
    await hydrate(when, () => press('First'));
    await expect.element(text('First: 1')).toBeVisible();
  });

  test('on a button that is replaced presses and focuses the button with its id', async () => {
    await hydrate(when, () => press('Before'));
    await expect.element(text('After: 1')).toBeVisible();
    await expect.element(button('After')).toHaveFocus();
  });

  test('on a button that is replaced by one without an id does nothing', async () => {
    await hydrate(when, () => press('Old'));
    await expect.element(text('New: 0')).toBeVisible();
  });

  test('is handled only if it is the last', async () => {
    await hydrate(when, () => ['First', 'First', 'Second'].forEach(press));
    await expect.element(text('Second: 1')).toBeVisible();
    await expect.element(text('First: 0')).toBeVisible();
  });

  test('is dropped after a press that is not on a button', async () => {
    await hydrate(when, () => {
      press('First');
      (text('As rendered').element() as HTMLElement).click();
    });
    await expect.element(text('First: 0')).toBeVisible();
  });
});

test('a repeated press leaves the focus where the customer has moved it', async () => {
  await hydrate('before', () => {
    press('First');
    (button('Second').element() as HTMLElement).focus();
  });
  await expect.element(text('First: 1')).toBeVisible();
  await expect.element(button('Second')).toHaveFocus();
});

test('a repeated press takes the focus from an element around its button, which Safari focuses', async () => {
  await hydrate('before', () => {
    press('First');
    const around = document.body.firstElementChild as HTMLElement;
    around.tabIndex = -1;
    around.focus();
  });
  await expect.element(button('First')).toHaveFocus();
});

test('a repeated press does not scroll back to its button', async () => {
  await hydrate('before', () => {
    press('First');
    const rest = document.createElement('div');
    rest.style.height = '3000px';
    document.body.append(rest);
    scrollTo(0, 2000);
  });
  await expect.element(text('First: 1')).toBeInTheDocument();
  expect(scrollY).toBe(2000);
});

test('a press after this browser’s values have been read is handled at once', async () => {
  await hydrate('before', () => undefined);
  press('First');
  await expect.element(text('First: 1')).toBeVisible();
});
