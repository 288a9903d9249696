import { expect, test } from '../fixtures.ts';
import { causeEveryMail, previewNewsletters } from '../mails.ts';

/** Lists words that break across lines, and the pixels by which a mail is too wide; runs in the page. */
const measure = `(() => {
  const broken = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      // A transaction hash always breaks on a phone.
      if (word.length < 40 && new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
    }
  }
  return { broken, wider: document.documentElement.scrollWidth - document.documentElement.clientWidth };
})()`;

test('every mail begins with our name, contains no XRP address and breaks no word on a small phone', async ({
  page,
}) => {
  const mails = [...(await causeEveryMail(page)), ...(await previewNewsletters())];
  await page.setViewportSize({ width: 320, height: 740 });
  for (const { subject, text, html } of mails) {
    // A part of a link's token may look like an XRP address, so text within a longer word is ignored.
    expect(`${text}${html}`, subject).not.toMatch(/(?<![\w-])r[1-9A-HJ-NP-Za-km-z]{24,34}(?![\w-])/);
    await page.setContent(html);
    await expect(page.locator('p').first(), subject).toHaveText('XRP Bridge');
    expect(await page.evaluate(measure), subject).toEqual({ broken: [], wider: 0 });
  }
});
