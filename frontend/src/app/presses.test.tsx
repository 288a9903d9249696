import { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server.browser';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { useHydrated } from '../ui/use-hydrated.ts';
import { holdPresses } from './presses.ts';
import { Providers } from './providers.tsx';

afterEach(() => document.body.replaceChildren());

const text = (text: string) => page.getByText(text, { exact: true });

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

/** Shows two counters that stay, and one with an id that hydration replaces. */
function Counters() {
  const hydrated = useHydrated();
  return (
    <>
      <Counter name="First" />
      <Counter name="Second" />
      <Counter key={String(hydrated)} name={hydrated ? 'After' : 'Before'} id="replaced" />
      <Counter key={hydrated ? 'new' : 'old'} name={hydrated ? 'New' : 'Old'} />
      <p>{hydrated ? 'hydrated' : 'rendered'}</p>
    </>
  );
}

/** Renders the counters as the server does, presses buttons during hydration, and waits for its end. */
async function pressDuringHydration(...names: string[]): Promise<void> {
  const app = (
    <Providers client={new QueryClient()} prerendered>
      <Counters />
    </Providers>
  );
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(app);
  holdPresses();
  const root = hydrateRoot(container, app);
  onTestFinished(() => root.unmount());
  for (const name of names) (page.getByRole('button', { name }).element() as HTMLElement).click();
  await expect.element(text('hydrated')).toBeVisible();
}

test('a press during hydration is handled once', async () => {
  await pressDuringHydration('First');
  await expect.element(text('First: 1')).toBeVisible();
});

test('a press during hydration on a button that is replaced presses the button with its id', async () => {
  await pressDuringHydration('Before');
  await expect.element(text('After: 1')).toBeVisible();
});

test('a press during hydration on a button that is replaced by one without an id does nothing', async () => {
  await pressDuringHydration('Old');
  await expect.element(text('New: 0')).toBeVisible();
});

test('only the last of several presses during hydration is handled', async () => {
  await pressDuringHydration('First', 'First', 'Second');
  await expect.element(text('Second: 1')).toBeVisible();
  await expect.element(text('First: 0')).toBeVisible();
});

test('a press after hydration is handled at once', async () => {
  await pressDuringHydration();
  await page.getByRole('button', { name: 'First' }).click();
  await expect.element(text('First: 1')).toBeVisible();
});
