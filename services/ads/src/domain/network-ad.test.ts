import { expect, test } from 'vitest';
import { checkNetworkAd, typeOfPicture } from './network-ad.ts';

const ad = {
  title: 'A wallet of steel',
  description: 'Keeps your words dry.',
  pictureUrl: 'https://pictures.example.com/1.png',
  clickUrl: 'https://shop.example.com/steel?from=us',
};

test('a network ad with plain text and an https link is shown', () => {
  expect(checkNetworkAd(ad)).toEqual(ad);
  expect(checkNetworkAd({ ...ad, title: '  A wallet of steel ' })?.title).toBe('A wallet of steel');
  expect(checkNetworkAd({ ...ad, pictureUrl: 'http://pictures.example.com/1.png' })?.pictureUrl).toBeNull();
});

test.each([
  ['no title', { title: ' ' }],
  ['a long title', { title: 'x'.repeat(61) }],
  ['a long description', { description: 'x'.repeat(141) }],
  ['markup', { title: '<b>Free</b>' }],
  ['the end of markup', { description: 'on sale"> now' }],
  ['the braces of a template', { description: 'Hello {{name}}' }],
  ['an entity', { description: 'Tom &amp; Ann' }],
  ['a script', { description: '<script>alert(1)</script>' }],
  ['a line break', { title: 'Free\nnow' }],
  ['characters that reverse the text', { title: 'Free \u202eexe.now' }],
  ['a link without encryption', { clickUrl: 'http://shop.example.com' }],
  ['a script as a link', { clickUrl: 'javascript:alert(1)' }],
  ['no link', { clickUrl: '' }],
])('a network ad with %s is not shown', (_what, wrong) => {
  expect(checkNetworkAd({ ...ad, ...wrong })).toBeNull();
});

test('the type of a picture is detected from its first bytes', () => {
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  expect(typeOfPicture(bytes('\u0089PNG\r\n\u001a\n....'))).toBe('image/png');
  expect(typeOfPicture(bytes('\u00ff\u00d8\u00ff\u00e0'))).toBe('image/jpeg');
  expect(typeOfPicture(bytes('GIF89a'))).toBe('image/gif');
  expect(typeOfPicture(bytes('RIFF....WEBPVP8 '))).toBe('image/webp');
  for (const none of ['', 'GIF', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html>', 'RIFF....WAVE']) {
    expect(typeOfPicture(bytes(none))).toBeNull();
  }
});
