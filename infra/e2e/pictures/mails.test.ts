import { test } from '../fixtures.ts';
import { causeEveryMail, previewNewsletters } from '../mails.ts';

// Takes pictures of every mail on a phone and a computer, for review before a release.
const folder = new URL('../../../pictures/', import.meta.url).pathname;

test('a screenshot of every mail is taken on a phone and a computer', async ({ page }) => {
  const mails = [...(await causeEveryMail(page)), ...(await previewNewsletters())];
  for (const [index, { subject, html }] of mails.entries()) {
    // The picture's name gets a number if earlier mails have the same subject.
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
