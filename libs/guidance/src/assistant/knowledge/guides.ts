import { exchangeGuides } from '../../guides/exchange-guides.ts';
import type { CommonError } from '../../guides/guide.ts';
import { walletGuides } from '../../guides/wallet-guides.ts';
import { type Entry, pages } from '../entry.ts';

/** Additional wordings, by entry id. */
const additionalWordings: Readonly<Record<string, string>> = {
  'robinhood-daily-limit':
    'daily limit | limit per day | maximum per day | how much can i send at once | limit exceeded',
  'gemini-europe': 'can i withdraw xrp in europe | i live in europe | not available in my country',
  'robinhood-states': 'new york | not available in my state',
  'robinhood-own-wallet': 'prove that the wallet is mine',
  'robinhood-no-send-button':
    'where is the send button | how do i enable transfers | transfers not enabled | turn on transfers',
  'okx-tip': 'okx wallet or okx exchange',
  'okx-no-xrp-to-withdraw': 'what is the funding account | trading account | balance zero',
  'kucoin-insufficient-balance': 'trading account main account | not enough funds',
  'kraken-cannot-add-address': 'global lock is on | settings lock | cannot add an address',
  'kraken-refuses-label': 'what name do i give the address | description of the address | duplicate label',
  'bitfinex-short-address': 'address too short | address invalid',
  'xumm-now-xaman': 'what became of xumm | xumm renamed name | is xumm the same as xaman | xumm is gone',
  'ledger-device-screen':
    'why must i compare the address on the device | verify the address on the wallet screen | must my address be verified on the wallet screen',
  'xumm-no-airdrop': 'xaman for desktop or computer | download xaman on my computer',
  'atomic-old-reserve': 'reserve oldreserve | minimum oldreserve',
  'cryptocom-old-reserve': 'reserve oldreserve to activate | minimum oldreserve',
  'exodus-shows-less': 'missing xrp | onexrp missing',
  'exodus-close-account': 'get the reserve back',
  'trust-two-kinds': 'which xrp do i choose two xrp | xrp otherchain and xrp',
};

/**
 * Entries about errors and tips of a single exchange or wallet, found by the words of the error or
 * tip.
 */
export const guideEntries: readonly Entry[] = [
  ...Object.values(exchangeGuides).flatMap(({ id, commonErrors, formTip, stepsSource }) =>
    entriesOf({ exchange: id, next: ['withdraw', 'hold', 'person'] }, [
      ...commonErrors,
      { id: `${id}-tip`, issue: formTip, solution: formTip, ...stepsSource },
    ]),
  ),
  ...Object.values(walletGuides).flatMap(({ id, commonErrors, tip, stepsSource }) =>
    entriesOf({ wallet: id, next: ['find-address', 'tag', 'person'] }, [
      ...commonErrors,
      { id: `${id}-tip`, issue: tip, solution: tip, ...stepsSource },
    ]),
  ),
];

function entriesOf(whose: Pick<Entry, 'exchange' | 'wallet' | 'next'>, errors: readonly CommonError[]): Entry[] {
  return errors.map(({ id, issue: title, solution: text, ...sourced }) => ({
    ...whose,
    id,
    title,
    wordings: [text, additionalWordings[id]].filter(Boolean).join(' | '),
    answer: () => [{ ...sourced, text }],
    page: pages.help,
  }));
}
