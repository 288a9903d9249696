import { spec } from '@xrp-bridge/contracts/testing';
import { describe, expect, test } from 'vitest';
import { type FlowEvent, type FlowFacts, needsTransfer, nextPhase, type Phase, phases, possiblePhase } from './flow.ts';
import { type Asking, type AskingEvent, completionMs, homebaseMs, nextAsking } from './questions.ts';

const known = (over: Partial<FlowFacts> = {}): FlowFacts => ({
  from: 'kraken',
  to: 'ledger',
  preselected: false,
  transfer: 'none',
  upgradable: false,
  ...over,
});
const nothing = known({ from: null, to: null });

describe('an event leads from phase to phase', () => {
  const transitions: [from: Phase, event: FlowEvent, to: Phase, over?: Partial<FlowFacts>][] = [
    ['select', 'path-chosen', 'confirm'],
    ['confirm', 'path-confirmed', 'payment'],
    ['confirm', 'path-confirmed', 'robinhood', { from: 'robinhood' }],
    ['confirm', 'path-rejected', 'select'],
    ['confirm', 'help-wanted', 'exchange-help'],
    ['exchange-help', 'help-ended', 'confirm'],
    ['robinhood', 'bridge-crossed', 'payment', { from: 'robinhood' }],
    ['robinhood', 'path-rejected', 'select', { from: 'robinhood' }],
    ['payment', 'ordered', 'assistant'],
    ['payment', 'path-rejected', 'select'],
    ['assistant', 'homebase-ready', 'completion', { transfer: 'paid' }],
    ['assistant', 'another-wanted', 'select', { transfer: 'paid' }],
    ['completion', 'another-wanted', 'select', { transfer: 'paid' }],
    ['concierge-upgrade', 'upgrade-skipped', 'success', { transfer: 'completed', upgradable: true }],
    ['concierge-upgrade', 'another-wanted', 'select', { transfer: 'completed', upgradable: true }],
    ['success', 'another-wanted', 'select', { transfer: 'completed' }],
  ];

  test.each(transitions)(`${spec('4.3')} %s, %s: %s`, (from, event, to, over) => {
    expect(nextPhase(from, event, known(over))).toBe(to);
  });

  test(`${spec('4.3')} and everything else leads nowhere`, () => {
    const events = [...new Set(transitions.map(([, event]) => event))];
    const moving = phases.flatMap((phase) =>
      events.filter((event) => nextPhase(phase, event, known()) !== phase).map((event) => `${phase} ${event}`),
    );
    expect(moving.sort()).toEqual([...new Set(transitions.map(([from, event]) => `${from} ${event}`))].sort());
  });
});

describe('somebody stands', () => {
  test.each<[what: string, known: FlowFacts, phase: Phase]>([
    ['at the choice when nothing is known', nothing, 'select'],
    ['at the choice when half of the pair is missing', known({ to: null }), 'select'],
    ['at the confirmation when both were chosen before', known(), 'confirm'],
    ['in the homebase once a transfer is paid', known({ transfer: 'paid' }), 'assistant'],
    ['in the homebase, also when another pair is named', known({ transfer: 'paid', preselected: true }), 'assistant'],
    ['at the end once it is completed', known({ transfer: 'completed' }), 'success'],
    ['at the upgrade where it is on offer', known({ transfer: 'completed', upgradable: true }), 'concierge-upgrade'],
    ['at a new start after it, if one is named', known({ transfer: 'completed', preselected: true }), 'confirm'],
  ])('%s, who asks for no phase, or for none that there is', (_, facts, phase) => {
    for (const asked of [null, '', 'nonsense', 'constructor', 'SELECT'])
      expect(possiblePhase(asked, facts)).toBe(phase);
  });

  const paid = known({ transfer: 'paid' });
  const completed = known({ transfer: 'completed' });
  const upgradable = known({ transfer: 'completed', upgradable: true });
  test.each<[asked: Phase, known: FlowFacts, phase: Phase]>([
    ['select', paid, 'select'],
    ['confirm', nothing, 'select'],
    ['confirm', paid, 'confirm'],
    ['exchange-help', nothing, 'select'],
    ['exchange-help', known(), 'exchange-help'],
    ['robinhood', nothing, 'select'],
    ['robinhood', known(), 'confirm'],
    ['robinhood', known({ from: 'robinhood' }), 'robinhood'],
    ['robinhood', known({ from: 'robinhood', to: null }), 'select'],
    ['payment', nothing, 'select'],
    ['payment', known(), 'payment'],
    // Coming back from the checkout: paid, or not yet.
    ['assistant', paid, 'assistant'],
    ['assistant', known(), 'confirm'],
    ['assistant', nothing, 'select'],
    ['assistant', completed, 'success'],
    ['assistant', upgradable, 'concierge-upgrade'],
    ['completion', paid, 'completion'],
    ['completion', known(), 'confirm'],
    ['completion', upgradable, 'concierge-upgrade'],
    ['concierge-upgrade', known(), 'confirm'],
    ['concierge-upgrade', paid, 'assistant'],
    // Bought, or never on offer: the upgrade leads to success by itself.
    ['concierge-upgrade', completed, 'success'],
    ['concierge-upgrade', upgradable, 'concierge-upgrade'],
    ['success', upgradable, 'success'],
    ['success', completed, 'success'],
    ['success', paid, 'assistant'],
    ['success', nothing, 'select'],
  ])('who asks for %s, %o: %s', (asked, facts, phase) => {
    expect(possiblePhase(asked, facts)).toBe(phase);
  });

  test('a transfer is waited for only where it decides', () => {
    const waiting = [null, 'nonsense', ...phases].filter(needsTransfer);
    expect(waiting).toEqual([null, 'nonsense', 'assistant', 'completion', 'concierge-upgrade', 'success']);
  });
});

describe('the questions', () => {
  const asked = (at: number): Asking => ({ at, answered: false });
  const answered = (at: number): Asking => ({ at, answered: true });
  test.each<[Asking, AskingEvent, Asking]>([
    [asked(0), 'answered', answered(0)],
    [answered(0), 'went-on', asked(1)],
    // Nobody goes on without an answer, not even a clock that is late.
    [asked(0), 'went-on', asked(0)],
    [answered(1), 'went-on', asked(2)],
    [answered(1), 'reopened', asked(1)],
    [asked(1), 'went-back', asked(0)],
    [asked(0), 'went-back', asked(0)],
    [answered(2), 'started-over', asked(0)],
    [asked(2), 'started-over', asked(0)],
  ])('%o, %s: %o', (before, event, after) => {
    expect(nextAsking(before, event)).toEqual(after);
  });

  test(`${spec('4.5')} an answer stays in sight for the times of the specification`, () => {
    expect([homebaseMs, completionMs]).toEqual([2_000, 1_000]);
  });
});
