import { describe, expect, test } from 'vitest';
import { beginSetup, changeSetup, type Setup, type SetupEvent } from './setup.ts';

const wallet = 'trust';
const stages = {
  undecided: { wallet, stage: 'undecided' },
  'no-app': { wallet, stage: 'no-app' },
  'getting-app': { wallet, stage: 'getting-app' },
  'has-app': { wallet, stage: 'has-app' },
  confirmed: { wallet, stage: 'confirmed', address: 'one' },
} as const satisfies Record<Setup['stage'], Setup>;

const other = { wallet, stage: 'confirmed', address: 'two' } as const;

/** The result of each event by stage. An event does not change the stages that it does not list. */
const events: [SetupEvent, Partial<Record<Setup['stage'], Setup>>][] = [
  [{ type: 'wallet-chosen', wallet: 'ledger' }, { undecided: { wallet: 'ledger', stage: 'undecided' } }],
  [
    { type: 'app-is-there', saved: null },
    { undecided: stages['has-app'], 'no-app': stages['has-app'], 'getting-app': stages['has-app'] },
  ],
  [
    { type: 'app-is-there', saved: 'two' },
    { undecided: other, 'no-app': other, 'getting-app': other },
  ],
  [{ type: 'app-is-missing' }, { undecided: stages['no-app'] }],
  [{ type: 'left-for-app' }, { 'no-app': stages['getting-app'] }],
  [{ type: 'address-confirmed', address: 'two' }, { 'has-app': other }],
  [{ type: 'address-unwanted' }, { confirmed: stages['has-app'] }],
  [{ type: 'saved-elsewhere', saved: 'two' }, { confirmed: other }],
  [{ type: 'saved-elsewhere', saved: null }, { confirmed: stages.undecided }],
  [
    { type: 'started-over' },
    {
      'no-app': stages.undecided,
      'getting-app': stages.undecided,
      'has-app': stages.undecided,
      confirmed: stages.undecided,
    },
  ],
];

describe('the setup of a wallet', () => {
  test('starts at the stage of the previous visit', () => {
    expect(beginSetup(wallet, null, false)).toEqual(stages.undecided);
    expect(beginSetup(wallet, null, true)).toEqual(stages['getting-app']);
    expect(beginSetup(wallet, 'one', false)).toEqual(stages.confirmed);
    expect(beginSetup(wallet, 'one', true)).toEqual(stages.confirmed);
  });

  describe.each(events)('with the event %j', (event, results) => {
    test.each(Object.values(stages))('reaches the listed state from the stage $stage', (setup) => {
      expect(changeSetup(setup, event)).toEqual(results[setup.stage] ?? setup);
    });
  });
});
