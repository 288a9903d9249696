import { describe, expect, test } from 'vitest';
import { beginning, changeWizard, type Kit, progressOf, stepCount, type Wizard, type WizardEvent } from './flow.ts';

const keys = { setId: new Uint8Array(3), publicKey: new Uint8Array(1184), secretKey: new Uint8Array(2400) };
const kit: Kit = { keys, fragments: ['one', 'two', 'three'] };

const places = {
  ready: { stage: 'ready' },
  making: { stage: 'making' },
  failed: { stage: 'failed' },
  fragments: { stage: 'fragments', kit },
  'not tried': { stage: 'backup', kit, saved: false, tried: false },
  saved: { stage: 'backup', kit, saved: true, tried: false },
  tried: { stage: 'backup', kit, saved: false, tried: true },
  both: { stage: 'backup', kit, saved: true, tried: true },
  returning: { stage: 'returning' },
  done: { stage: 'done', keys },
} as const satisfies Record<string, Wizard>;

type Place = keyof typeof places;
const all = Object.keys(places) as Place[];

/** The next place after each event. A place that an event does not list stays unchanged. */
const events: [WizardEvent, Partial<Record<Place, Place>>][] = [
  [{ type: 'key-wanted' }, { ready: 'making', failed: 'making' }],
  [{ type: 'key-made', kit }, { making: 'fragments' }],
  [{ type: 'key-failed' }, { making: 'failed' }],
  [{ type: 'fragments-seen' }, { fragments: 'not tried' }],
  [
    { type: 'fragments-wanted' },
    { 'not tried': 'fragments', saved: 'fragments', tried: 'fragments', both: 'fragments' },
  ],
  [
    { type: 'saved', saved: true },
    { 'not tried': 'saved', tried: 'both' },
  ],
  [
    { type: 'saved', saved: false },
    { saved: 'not tried', both: 'tried' },
  ],
  [{ type: 'tried' }, { 'not tried': 'tried', saved: 'both' }],
  [{ type: 'finished' }, { both: 'done' }],
  [{ type: 'came-back' }, { ready: 'returning', failed: 'returning' }],
  [{ type: 'keys-restored', keys }, { returning: 'done' }],
  [{ type: 'started-over' }, Object.fromEntries(all.map((place) => [place, 'ready']))],
];

describe.each(events)('changeWizard for the event “$type”', (event, becomes) => {
  test.each(all)('returns the next state from the state “%s”', (place) => {
    expect(changeWizard(places[place], event)).toEqual(places[becomes[place] ?? place]);
  });
});

describe('encryption wizard', () => {
  test('counts four steps of 25 percent each, and counts no step for a returning customer', () => {
    expect(stepCount).toBe(4);
    const steps = Object.fromEntries(all.map((place) => [place, progressOf(places[place])?.step ?? null]));
    expect(steps).toEqual({
      ready: 1,
      making: 1,
      failed: 1,
      fragments: 2,
      'not tried': 3,
      saved: 3,
      tried: 3,
      both: 3,
      returning: null,
      done: 4,
    });
    expect([places.ready, places.fragments, places.both, places.done].map((at) => progressOf(at)?.percent)).toEqual([
      25, 50, 75, 100,
    ]);
  });

  test('has no key at the beginning, and no key after it starts over', () => {
    expect(beginning).toEqual({ stage: 'ready' });
    expect(JSON.stringify(changeWizard(places.both, { type: 'started-over' }))).not.toContain('one');
  });
});
