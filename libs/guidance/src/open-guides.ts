import { exchangeSites } from '@xrp-bridge/contracts/exchange-sites';
import { exchangeName, exchanges } from '@xrp-bridge/contracts/exchanges';
import type { ExchangeGuide, WalletGuide } from '@xrp-bridge/contracts/guides';
import { metamaskNotice } from '@xrp-bridge/contracts/metamask';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { keysFact } from './guides/common.ts';
import { exchangeGuides } from './guides/exchange-guides.ts';
import type { Sourced } from './guides/guide.ts';
import { walletGuides } from './guides/wallet-guides.ts';

/**
 * Finds the illustrated guide of a wallet; for MetaMask, the reason why it has no guide.
 * Returns null for an unknown wallet.
 */
export function findWalletGuide(id: string): WalletGuide | null {
  if (id === metamaskNotice.id) return metamaskGuide;
  const wallet = wallets.find((one) => one.id === id);
  if (!wallet) return null;
  const { steps, tip, destinationTagInfo, stepsSource, lastChecked } = walletGuides[wallet.id];
  const hedge = `${wallet.name} may move or rename a button. Look for the closest match.`;
  return {
    id: wallet.id,
    name: wallet.name,
    steps: steps.map((step) => ({ ...step })),
    tips: [tip, keysFact.text, ...(stepsSource.confidence === 'official' ? [] : [hedge])],
    destinationTagInfo: destinationTagInfo.text,
    lastChecked,
    sources: linksTo([stepsSource, destinationTagInfo]),
  };
}

/** Finds the three steps to an exchange's withdrawal form. Returns null for an unknown exchange. */
export function findExchangeGuide(id: string): ExchangeGuide | null {
  const exchange = exchanges.find((one) => one.id === id);
  if (!exchange) return null;
  const { signIn, withdrawPage, withdraw, network, tag, lastChecked } = exchangeGuides[exchange.id];
  const site = exchangeSites[exchange.id];
  return {
    id: exchange.id,
    name: exchange.name,
    ...(site ? { loginUrl: site.loginUrl } : {}),
    ...(withdrawPage ? { transferUrl: withdrawPage.url } : {}),
    steps: [
      {
        title: `Sign in to ${exchangeName(exchange.id)}`,
        // `signIn.description` describes other ways to the page, so it is shown only if the exchange has no login link.
        description: [...(site ? [] : [signIn.description]), ...signIn.actions].join(' '),
      },
      { title: 'Open the withdrawal form', description: [withdraw.description, ...withdraw.actions].join(' ') },
      { title: 'Choose the network', description: `${network.text} ${tag.text}` },
    ],
    lastChecked,
  };
}

const metamaskGuide: WalletGuide = {
  id: metamaskNotice.id,
  name: metamaskNotice.name,
  steps: [
    {
      title: metamaskNotice.steps[0].title,
      description: metamaskNotice.steps[0].text,
      clickArea: 'An address that starts with 0x',
      picture: { kind: 'stop', label: '0x…' },
    },
    {
      title: metamaskNotice.steps[1].title,
      description: metamaskNotice.steps[1].text,
      clickArea: 'A wallet from our list',
      picture: { kind: 'row', label: 'XRP wallet' },
    },
  ],
  tips: [metamaskNotice.reason, keysFact.text],
  destinationTagInfo: 'A destination tag won’t help here. MetaMask can’t hold XRP, with or without a tag.',
  lastChecked: metamaskNotice.lastChecked,
  sources: linksTo([metamaskNotice]),
};

/** Returns the sources that are links, without duplicates. */
function linksTo(sources: readonly Pick<Sourced, 'source'>[]): WalletGuide['sources'] {
  const urls = new Set(sources.map(({ source }) => source).filter((source) => source.startsWith('https://')));
  return [...urls].map((url) => ({ title: new URL(url).hostname, url }));
}
