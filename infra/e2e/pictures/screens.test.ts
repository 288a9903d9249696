import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../fixtures.ts';
import { operatorRoutes, routes } from '../routes.ts';
import { everyAdState } from './ads.ts';
import { conciergeScreens } from './concierge.ts';
import { everyFlowPhase } from './flow.ts';
import { guideScreens } from './guide.ts';
import { operatorScreens } from './operator.ts';
import { everyOperatorState } from './operator-lists.ts';
import { type Screens, stripeDown } from './screen.ts';
import { signalsScreens } from './signals.ts';
import { startScreens } from './start.ts';

// Takes pictures of every screen, for review before a release: `npm run e2e -- --pictures`. `npm test` takes no
// pictures.
const folder = new URL('../../../pictures/', import.meta.url).pathname;

/** Width of the window in pixels, and text size in percent. */
const sizes = [
  [360, 100],
  [768, 100],
  [1280, 100],
  [360, 200],
] as const;

const screens: Screens = {
  ...startScreens,
  ...everyFlowPhase(),
  ...signalsScreens,
  ...guideScreens,
  ...conciergeScreens,
  ...operatorScreens,
  ...everyOperatorState(),
  ...everyAdState(),
};

for (const route of routes) {
  screens[route.slice(1).replaceAll(/[/?=&]/g, '-') || 'selection'] = async (page) => {
    await page.goto(route);
    return /\S/;
  };
}

for (const route of operatorRoutes) {
  screens[route.slice(1).replaceAll(/[/?=]/g, '-')] = async (page) => {
    await signIn(page, route);
    return /\S/;
  };
}

for (const [name, openScreen] of Object.entries(screens)) {
  for (const [width, textSize] of sizes) {
    const size = textSize === 100 ? width : `${width}-large`;
    test(`screenshots of the screen ${name} at ${size} are taken in light and dark`, async ({ page, expected }) => {
      expected.errors.push(/status of 503/, /net::ERR_(FAILED|CONNECTION)/);
      await page.setViewportSize({ width, height: 740 });
      try {
        const text = await openScreen(page);
        await page.evaluate(`document.documentElement.style.fontSize = '${textSize}%'`);
        for (const colorScheme of ['light', 'dark'] as const) {
          await takePicture(page, text, { width, colorScheme, path: `${folder}${name}-${size}-${colorScheme}.png` });
        }
      } finally {
        await stripeDown(0);
      }
    });
  }
}

async function takePicture(
  page: Page,
  text: string | RegExp,
  { width, colorScheme, path }: { width: number; colorScheme: 'light' | 'dark'; path: string },
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 740 });
  // The heading is found by its tag, because an open dialog hides it from queries by role.
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  // The window becomes as long as the page, so that the bars at the window's bottom edge are at the page's end.
  await page.evaluate('document.querySelector("main").style.minHeight = "0"');
  const height: number = await page.evaluate('document.documentElement.scrollHeight');
  await page.setViewportSize({ width, height });
  await page.screenshot({ path });
}
