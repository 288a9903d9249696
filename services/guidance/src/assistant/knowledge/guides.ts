import { exchangeGuides } from '../../guides/exchange-guides.ts';
import type { CommonError, Fact, Sourced } from '../../guides/guide.ts';
import { walletGuides } from '../../guides/wallet-guides.ts';
import { type Entry, pages } from '../entry.ts';

/** Other ways to ask for some of them, by how their own words begin. */
const others = Object.entries({
  'Robinhood sends at most':
    'daily limit | limit per day | maximum per day | how much can i send at once | limit exceeded',
  'If Gemini serves you': 'can i withdraw xrp in europe | i live in europe | not available in my country',
  'In some US states': 'new york | not available in my state',
  'In the European Union Robinhood': 'prove that the wallet is mine',
  'There is no Send button':
    'where is the send button | how do i enable transfers | transfers not enabled | turn on transfers',
  'OKX shows no XRP': 'what is the funding account | trading account | balance zero',
  'KuCoin says “Insufficient balance”': 'trading account main account | not enough funds',
  'Kraken does not let me': 'global lock is on | settings lock | cannot add an address',
  'Kraken refuses the name': 'what name do i give the address | description of the address | duplicate label',
  'Bitfinex refuses an address': 'address too short | address invalid',
  'I am looking for XUMM': 'what became of xumm | xumm renamed name | is xumm the same as xaman | xumm is gone',
  'The device’s screen cannot':
    'why must i compare the address on the device | verify the address on the wallet screen',
  'There is no Xaman airdrop': 'xaman for desktop or computer | download xaman on my computer',
  'Older help pages of Atomic': 'reserve oldreserve | minimum oldreserve',
  'A help page of Crypto.com': 'reserve oldreserve to activate | minimum oldreserve',
  'Exodus shows less XRP': 'missing xrp | onexrp missing',
  'Exodus can close': 'get the reserve back',
  'Trust Wallet shows two kinds': 'which xrp do i choose two xrp | xrp otherchain and xrp',
});

/** What only one exchange or one wallet does: its known errors and its notices, each findable by its own words. */
export const guideEntries: readonly Entry[] = [
  ...Object.values(exchangeGuides).flatMap(({ id, commonErrors, notices, signIn, withdraw, confirm, stepsSource }) =>
    entriesOf({ id, exchange: id, next: ['withdraw', 'hold', 'person'] }, commonErrors, [
      ...notices,
      ...tipsOf([signIn, withdraw, confirm], stepsSource),
    ]),
  ),
  ...Object.values(walletGuides).flatMap(({ id, commonErrors, notices, steps, stepsSource }) =>
    entriesOf({ id, wallet: id, next: ['find-address', 'tag', 'person'] }, commonErrors, [
      ...notices,
      ...tipsOf(steps, stepsSource),
    ]),
  ),
];

function tipsOf(steps: readonly { tips: readonly string[] }[], source: Sourced): Fact[] {
  return steps.flatMap(({ tips }) => tips.map((text) => ({ ...source, text })));
}

function entriesOf(
  whose: Pick<Entry, 'id' | 'exchange' | 'wallet' | 'next'>,
  errors: readonly CommonError[],
  notices: readonly Fact[],
): Entry[] {
  const known = [
    ...errors.map(({ issue, solution, ...sourced }) => ({ title: issue, fact: { ...sourced, text: solution } })),
    ...notices.map((notice) => ({ title: notice.text, fact: notice })),
  ];
  return known.map(({ title, fact }, index) => ({
    ...whose,
    id: `${whose.id}-${index + 1}`,
    title,
    asks: [fact.text, ...others.filter(([beginning]) => title.startsWith(beginning)).map(([, asks]) => asks)].join(
      ' | ',
    ),
    say: () => [fact],
    page: pages.help,
  }));
}
