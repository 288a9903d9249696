import { exchangeIds } from '@xrp-bridge/contracts/exchanges';
import { exchangeGuideSchema, walletGuideSchema } from '@xrp-bridge/contracts/guides';
import { metamaskNotice } from '@xrp-bridge/contracts/metamask';
import { detectSecret } from '@xrp-bridge/contracts/secrets';
import { walletIds } from '@xrp-bridge/contracts/wallets';
import { findHardSentences } from '@xrp-bridge/text/reading-age';
import { describe, expect, it } from 'vitest';
import { findExchangeGuide, findWalletGuide } from '../src/open-guides.ts';
import { asksForSecret, holdsPhoneNumber, sentences, textsIn } from './plain-words.ts';

const walletGuides = [...walletIds, metamaskNotice.id].map((id) => walletGuideSchema.parse(findWalletGuide(id)));
const exchangeGuides = exchangeIds.map((id) => exchangeGuideSchema.parse(findExchangeGuide(id)));

describe('every guide', () => {
  it('is easy to read, and contains no request for a secret and no phone number', () => {
    const texts = textsIn([walletGuides, exchangeGuides]);
    expect(findHardSentences(texts)).toEqual([]);
    for (const text of texts) {
      expect(holdsPhoneNumber(text), text).toBe(false);
      expect(detectSecret(text), text).toBeNull();
      for (const sentence of sentences(text)) expect(asksForSecret(sentence), sentence).toBe(false);
    }
  });
});

describe('a wallet guide', () => {
  it.each(walletGuides.map((guide) => [guide.id, guide] as const))(
    'for %s contains steps, tips and sources',
    (id, guide) => {
      expect(guide.steps).toHaveLength(id === metamaskNotice.id ? 2 : 5);
      expect(guide.tips.join(' ')).toMatch(/recovery phrase/);
      expect(guide.sources.length).toBeGreaterThan(0);
      expect(new Set(guide.sources.map(({ url }) => url)).size).toBe(guide.sources.length);
      for (const { picture } of guide.steps) expect(picture.label.length).toBeLessThanOrEqual(12);
    },
  );

  it('contains a notice if its steps are not confirmed', () => {
    expect(findWalletGuide('trust')?.tips).toContain(
      'Trust Wallet may move or rename a button. Look for the closest match.',
    );
    expect(findWalletGuide(metamaskNotice.id)?.tips.join(' ')).not.toMatch(/differently/);
  });

  it.each(['paper', 'toString', ''])('does not exist for “%s”', (id) => expect(findWalletGuide(id)).toBeNull());
});

describe('an exchange guide', () => {
  it('contains the steps from the sign-in to the network', () => {
    expect(findExchangeGuide('kraken')).toMatchObject({
      name: 'Kraken',
      loginUrl: 'https://www.kraken.com/sign-in',
      steps: [
        {
          title: 'Sign in to Kraken',
          description: expect.stringMatching(/^Check that the address bar shows kraken\.com/),
        },
        { title: 'Open the withdrawal form', description: expect.stringMatching(/“Withdraw.”.*XRP/) },
        { title: 'Choose the network', description: expect.stringMatching(/“XRP Ledger.”.*leave it blank/) },
      ],
    });
  });

  it('is generic and has no sign-in link for an unknown exchange', () => {
    const guide = findExchangeGuide('other');
    expect(guide?.steps[0]?.title).toBe('Sign in to your exchange');
    expect(guide).not.toHaveProperty('loginUrl');
  });

  it.each(['mtgox', 'toString', ''])('does not exist for “%s”', (id) => expect(findExchangeGuide(id)).toBeNull());
});
