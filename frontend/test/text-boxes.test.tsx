import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { FakeApi } from './fake-api.ts';
import { button, text, textbox } from './locators.ts';
import { open } from './open.tsx';
import { address, id } from './replies.ts';

const sources = import.meta.glob<string>(['../src/**/*.tsx', '!../src/**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const phrase = 'abandon ability able about above absent absorb abstract absurd abuse access accident';
const seed = 'sEdTM1uX8pu2do5XvTnutH6HsouMaM2';

/**
 * One page for each kind of text box that accepts more than digits.
 * All boxes of a kind use the same guard.
 */
const places: [path: string, box: string | RegExp, transfer: Partial<FakeApi['transfer']>][] = [
  ['/?from=coinbase&to=xumm&view=confirm', /XRP address/, {}],
  ['/assistant', 'Your question', {}],
  [`/checkout?transfer=${id}`, /^Email for your receipt/, { destinationAddress: address }],
  [`/checkout-failed?transfer=${id}`, 'Email', { destinationAddress: address }],
  [`/transfer/${id}`, /XRP address/, { status: 'instructions_sent' }],
];

describe('a secret in a text box', () => {
  test.each(places.flatMap((place) => [phrase, seed].map((secret) => [secret, ...place] as const)))(
    'is removed, explained, and neither sent nor stored (“%s” at %s)',
    async (secret, path, box, transfer) => {
      const api = new FakeApi(transfer);
      await open(path, api);
      if (path.endsWith('view=confirm')) await button('Add my address now').click();
      const field = textbox(box);
      await field.fill(secret);
      await expect.element(text('Stop: that looks like a secret key or recovery phrase')).toBeVisible();
      await expect.element(field).toHaveValue('');
      await userEvent.keyboard('{Enter}');
      const [first = ''] = secret.split(' ');
      expect(JSON.stringify([api.calls, { ...localStorage }, { ...sessionStorage }])).not.toContain(first);
    },
  );

  test('can be typed only into the text boxes of the listed files', () => {
    const boxes = Object.entries(sources).filter(
      ([file, text]) =>
        !file.includes('/operator') &&
        /<(?:Field|TextField|textarea)\b|<input\b(?![^>]*type="(?:radio|checkbox|hidden)")/.test(text),
    );
    expect(boxes.map(([file]) => file.replace('../src/', '')).sort()).toEqual(
      [
        // The file has fields for digits only, and is used only in the sandbox.
        'domain/card-form/sandbox-fields.tsx',
        'features/chat/conversation.tsx',
        // The file has a file input, whose file the page reads.
        'features/concierge/add-file.tsx',
        'features/concierge/name-field.tsx',
        // The file has a file input, and a text box for a note.
        'features/encryption/locker.tsx',
        'features/encryption/restore-form.tsx',
        'features/guide/transaction-decoder.tsx',
        'domain/destination/destination-fields.tsx',
        'domain/email/email-field.tsx',
        'ui/field.tsx',
      ].sort(),
    );
  });
});
