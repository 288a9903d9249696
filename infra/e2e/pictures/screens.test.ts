import { expect, test } from '../fixtures.ts';
import { routes } from '../routes.ts';

// `npm run e2e -- --pictures`: every screen as people see it, to look at before a release. No part of `npm test`.
const folder = new URL('../../../pictures/', import.meta.url).pathname;

for (const route of routes) {
  test(`${route} as a picture`, async ({ page }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [360, 768, 1280]) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 900 });
        await page.goto(route);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        const name = route.slice(1).replaceAll('/', '-') || 'selection';
        await page.screenshot({ path: `${folder}${name}-${width}-${colorScheme}.png`, fullPage: true });
      }
    }
  });
}
