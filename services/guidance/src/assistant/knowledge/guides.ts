import { exchangeGuides } from '../../guides/exchange-guides.ts';
import type { CommonError, Fact, Sourced } from '../../guides/guide.ts';
import { walletGuides } from '../../guides/wallet-guides.ts';
import { type Entry, pages } from '../entry.ts';

/** Other ways to ask for some of them. */
const others: Readonly<Record<string, string>> = {
  'robinhood-daily-limit':
    'daily limit | limit per day | maximum per day | how much can i send at once | limit exceeded',
  'gemini-europe': 'can i withdraw xrp in europe | i live in europe | not available in my country',
  'robinhood-states': 'new york | not available in my state',
  'robinhood-own-wallet': 'prove that the wallet is mine',
  'robinhood-no-send-button':
    'where is the send button | how do i enable transfers | transfers not enabled | turn on transfers',
  'okx-no-xrp-to-withdraw': 'what is the funding account | trading account | balance zero',
  'kucoin-insufficient-balance': 'trading account main account | not enough funds',
  'kraken-cannot-add-address': 'global lock is on | settings lock | cannot add an address',
  'kraken-refuses-label': 'what name do i give the address | description of the address | duplicate label',
  'bitfinex-short-address': 'address too short | address invalid',
  'xumm-now-xaman': 'what became of xumm | xumm renamed name | is xumm the same as xaman | xumm is gone',
  'ledger-tip-4': 'why must i compare the address on the device | verify the address on the wallet screen',
  'xumm-no-airdrop': 'xaman for desktop or computer | download xaman on my computer',
  'atomic-old-reserve': 'reserve oldreserve | minimum oldreserve',
  'cryptocom-old-reserve': 'reserve oldreserve to activate | minimum oldreserve',
  'exodus-shows-less': 'missing xrp | onexrp missing',
  'exodus-close-account': 'get the reserve back',
  'trust-two-kinds': 'which xrp do i choose two xrp | xrp otherchain and xrp',
};

/** What only one exchange or one wallet does: its known errors and its notices, each findable by its own words. */
export const guideEntries: readonly Entry[] = [
  ...Object.values(exchangeGuides).flatMap(({ id, commonErrors, notices, signIn, withdraw, confirm, stepsSource }) =>
    entriesOf({ id, exchange: id, next: ['withdraw', 'hold', 'person'] }, [
      ...commonErrors.map(errorFact),
      ...notices,
      ...tipsOf(id, [signIn, withdraw, confirm], stepsSource),
    ]),
  ),
  ...Object.values(walletGuides).flatMap(({ id, commonErrors, notices, steps, stepsSource }) =>
    entriesOf({ id, wallet: id, next: ['find-address', 'tag', 'person'] }, [
      ...commonErrors.map(errorFact),
      ...notices,
      ...tipsOf(id, steps, stepsSource),
    ]),
  ),
];

function errorFact({ issue, solution, ...sourced }: CommonError): Fact & { title: string } {
  return { ...sourced, title: issue, text: solution };
}

function tipsOf(id: string, steps: readonly { tips: readonly string[] }[], source: Sourced): Fact[] {
  return steps.flatMap(({ tips }) => tips).map((text, index) => ({ ...source, id: `${id}-tip-${index + 1}`, text }));
}

function entriesOf(
  whose: Pick<Entry, 'id' | 'exchange' | 'wallet' | 'next'>,
  facts: readonly (Fact & { title?: string })[],
): Entry[] {
  return facts.map(({ title, ...fact }, index) => {
    const id = fact.id ?? `${whose.id}-${index + 1}`;
    return {
      ...whose,
      id,
      title: title ?? fact.text,
      asks: [fact.text, others[id]].filter(Boolean).join(' | '),
      say: () => [fact],
      page: pages.help,
    };
  });
}
