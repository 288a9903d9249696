import { test } from '../fixtures.ts';
import { causeEveryMail, previewNewsletters } from '../mails.ts';

// Every mail as a phone and a computer show it, to look at before a release, beside the pictures of the screens.
const folder = new URL('../../../pictures/', import.meta.url).pathname;

test('every mail as a picture', async ({ page }) => {
  const mails = [...(await causeEveryMail(page)), ...(await previewNewsletters())];
  for (const [index, { subject, html }] of mails.entries()) {
    // Some have a subject in common.
    const before = mails.slice(0, index).filter((mail) => mail.subject === subject).length;
    const words = subject.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    const name = before > 0 ? `${words}-${before + 1}` : words;
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [320, 600]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 740 });
        await page.setContent(html);
        await page.screenshot({ path: `${folder}mail-${name}-${width}-${colorScheme}.png`, fullPage: true });
      }
    }
  }
});
