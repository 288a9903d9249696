import { spec } from '@xrp-bridge/contracts/testing';
import { describe, expect, test } from 'vitest';
import { type FlowEvent, type FlowFacts, needsTransfer, nextPhase, type Phase, phases, possiblePhase } from './flow.ts';
import { completionMs, homebaseMs, nextProgress, type QuestionEvent, type QuestionProgress } from './questions.ts';

const factsOf = (over: Partial<FlowFacts> = {}): FlowFacts => ({
  from: 'kraken',
  to: 'ledger',
  preselected: false,
  transfer: 'none',
  upgradable: false,
  ...over,
});
const nothing = factsOf({ from: null, to: null });

describe('nextPhase', () => {
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

  test.each(transitions)(`${spec('4.3')} for phase “%s” and event “%s” returns phase “%s”`, (from, event, to, over) => {
    expect(nextPhase(from, event, factsOf(over))).toBe(to);
  });

  test(`${spec('4.3')} returns the same phase for any other event`, () => {
    const events = [...new Set(transitions.map(([, event]) => event))];
    const moving = phases.flatMap((phase) =>
      events.filter((event) => nextPhase(phase, event, factsOf()) !== phase).map((event) => `${phase} ${event}`),
    );
    expect(moving.sort()).toEqual([...new Set(transitions.map(([from, event]) => `${from} ${event}`))].sort());
  });
});

describe('possiblePhase', () => {
  test.each<[what: string, facts: FlowFacts, phase: Phase]>([
    ['the choice when nothing is chosen', nothing, 'select'],
    ['the choice when only the exchange is chosen', factsOf({ to: null }), 'select'],
    ['the confirmation when both are chosen', factsOf(), 'confirm'],
    ['the homebase when a transfer is paid', factsOf({ transfer: 'paid' }), 'assistant'],
    ['the homebase even with another pair in the URL', factsOf({ transfer: 'paid', preselected: true }), 'assistant'],
    ['the end when the transfer is completed', factsOf({ transfer: 'completed' }), 'success'],
    ['the upgrade when it is on sale', factsOf({ transfer: 'completed', upgradable: true }), 'concierge-upgrade'],
    ['the confirmation of a new pair', factsOf({ transfer: 'completed', preselected: true }), 'confirm'],
  ])('without a valid phase in the URL returns %s', (_, facts, phase) => {
    for (const requested of [null, '', 'nonsense', 'constructor', 'SELECT'])
      expect(possiblePhase(requested, facts)).toBe(phase);
  });

  const paid = factsOf({ transfer: 'paid' });
  const completed = factsOf({ transfer: 'completed' });
  const upgradable = factsOf({ transfer: 'completed', upgradable: true });
  test.each<[requested: Phase, facts: FlowFacts, phase: Phase]>([
    ['select', paid, 'select'],
    ['confirm', nothing, 'select'],
    ['confirm', paid, 'confirm'],
    ['exchange-help', nothing, 'select'],
    ['exchange-help', factsOf(), 'exchange-help'],
    ['robinhood', nothing, 'select'],
    ['robinhood', factsOf(), 'confirm'],
    ['robinhood', factsOf({ from: 'robinhood' }), 'robinhood'],
    ['robinhood', factsOf({ from: 'robinhood', to: null }), 'select'],
    ['payment', nothing, 'select'],
    ['payment', factsOf(), 'payment'],
    // The customer returns from the checkout, with or without a payment.
    ['assistant', paid, 'assistant'],
    ['assistant', factsOf(), 'confirm'],
    ['assistant', nothing, 'select'],
    ['assistant', completed, 'success'],
    ['assistant', upgradable, 'concierge-upgrade'],
    ['completion', paid, 'completion'],
    ['completion', factsOf(), 'confirm'],
    ['completion', upgradable, 'concierge-upgrade'],
    ['concierge-upgrade', factsOf(), 'confirm'],
    ['concierge-upgrade', paid, 'assistant'],
    // The concierge is already bought or not offered.
    ['concierge-upgrade', completed, 'success'],
    ['concierge-upgrade', upgradable, 'concierge-upgrade'],
    ['success', upgradable, 'success'],
    ['success', completed, 'success'],
    ['success', paid, 'assistant'],
    ['success', nothing, 'select'],
  ])('for “%s” in the URL and the facts %j returns “%s”', (requested, facts, phase) => {
    expect(possiblePhase(requested, facts)).toBe(phase);
  });

  test('depends on the transfer only for phases after the payment, and for a missing or unknown phase', () => {
    const waiting = [null, 'nonsense', ...phases].filter(needsTransfer);
    expect(waiting).toEqual([null, 'nonsense', 'assistant', 'completion', 'concierge-upgrade', 'success']);
  });
});

describe('flow questions', () => {
  const unanswered = (at: number): QuestionProgress => ({ at, answered: false });
  const answered = (at: number): QuestionProgress => ({ at, answered: true });
  test.each<[QuestionProgress, QuestionEvent, QuestionProgress]>([
    [unanswered(0), 'answered', answered(0)],
    [answered(0), 'went-on', unanswered(1)],
    // A timer that fires late does not continue to the next question without an answer.
    [unanswered(0), 'went-on', unanswered(0)],
    [answered(1), 'went-on', unanswered(2)],
    [answered(1), 'reopened', unanswered(1)],
    [unanswered(1), 'went-back', unanswered(0)],
    [unanswered(0), 'went-back', unanswered(0)],
    [answered(2), 'started-over', unanswered(0)],
    [unanswered(2), 'started-over', unanswered(0)],
  ])('change from the progress %j after the event “%s” to the progress %j', (before, event, after) => {
    expect(nextProgress(before, event)).toEqual(after);
  });

  test(`${spec('4.5')} show an answer for 2,000 ms in the homebase and 1,000 ms in the completion`, () => {
    expect([homebaseMs, completionMs]).toEqual([2_000, 1_000]);
  });
});
