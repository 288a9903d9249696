import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { expectConsole } from '../../../test/console.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { heading, tab } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';

// This test has its own file and page (`freshPageTests` in vitest.config.ts): a page fetches a module only once, so no
// other test may have loaded charts-tab.tsx.

const view = '**/concierge/charts-tab.tsx*';
beforeAll(() => commands.answerScript(view, null));
afterAll(() => commands.answerScript(view, undefined));

test('Concierge dashboard shows an error for a view whose code cannot be fetched, and still opens the other views', async () => {
  expectConsole(/charts-tab\.tsx/);
  const api = new FakeApi();
  api.own();
  await open('/concierge/dashboard?tab=charts', api);
  await expect.element(heading('We couldn’t load this view')).toBeVisible();
  await expectAccessible();
  await tab('Portfolio').click();
  await expect.element(heading('See everything you hold in one place')).toBeVisible();
});
