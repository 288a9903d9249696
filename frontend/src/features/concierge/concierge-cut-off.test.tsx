import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { expectConsole } from '../../../test/console.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { heading, tab } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';

// In a file of its own: what was fetched once is not fetched again.

const view = '**/concierge/charts-tab.tsx*';
beforeAll(() => commands.answerScript(view, null));
afterAll(() => commands.answerScript(view, undefined));

test('a view that cannot be fetched says so, and the others are there', async () => {
  expectConsole(/^The charts could not be loaded/);
  const api = new FakeApi();
  api.own();
  await open('/concierge/dashboard?tab=charts', api);
  await expect.element(heading('This view could not be loaded')).toBeVisible();
  await expectAccessible();
  await tab('Portfolio').click();
  await expect.element(heading('See all you hold in one place')).toBeVisible();
});
