import { spec } from '@xrp-bridge/contracts/testing';
import { describe, expect, test } from 'vitest';
import { address } from '../../../test/replies.ts';
import {
  type Draft,
  emptyDraft,
  parseDraft,
  reduce,
  type Step,
  stepFrom,
  type Wizard,
  type WizardEvent,
} from './wizard.ts';

const path = { ...emptyDraft, exchange: 'kraken', wallet: 'ledger' } as const;
const addressed: Draft = { ...path, xrpAddress: address };
const complete: Draft = { ...addressed, amount: '25' };

const at = (step: Step, draft: Draft = complete, validation: Wizard['validation'] = 'idle'): Wizard => ({
  step,
  draft,
  validation,
});
const follow = (wizard: Wizard, ...events: WizardEvent[]) => events.reduce(reduce, wizard);

describe('the state of the wizard', () => {
  test(`${spec('4.1')} advances from the first step to the last, and marks each answer as valid`, () => {
    let wizard = at(1, emptyDraft);
    wizard = follow(wizard, { type: 'chosen', exchange: 'kraken' });
    expect(wizard).toEqual(at(1, { ...emptyDraft, exchange: 'kraken' }));
    wizard = follow(wizard, { type: 'chosen', wallet: 'ledger' });
    expect(wizard).toEqual(at(1, path, 'valid'));
    wizard = follow(wizard, { type: 'advanced' });
    expect(wizard).toEqual(at(2, path));
    wizard = follow(wizard, { type: 'advanced' });
    expect(wizard).toEqual(at(3, path));
    wizard = follow(wizard, { type: 'typed', field: 'xrpAddress', text: ` ${address} `, validation: 'valid' });
    expect(wizard).toEqual(at(3, addressed, 'valid'));
    wizard = follow(wizard, { type: 'advanced' });
    expect(wizard).toEqual(at(4, addressed));
    wizard = follow(wizard, { type: 'typed', field: 'amount', text: '25', validation: 'valid' });
    expect(wizard).toEqual(at(4, complete, 'valid'));
    wizard = follow(wizard, { type: 'advanced' });
    expect(wizard).toEqual(at(5));
    // The last step does not advance.
    expect(follow(wizard, { type: 'advanced' })).toEqual(at(5));
  });

  test.each<[Step, Draft]>([
    [1, emptyDraft],
    [1, { ...emptyDraft, exchange: 'kraken' }],
    [1, { ...emptyDraft, wallet: 'ledger' }],
    [3, path],
    [4, addressed],
  ])('does not advance from step %i with the incomplete draft %j', (step, draft) => {
    expect(follow(at(step, draft), { type: 'advanced' })).toEqual(at(step, draft));
  });

  test.each<[requested: Step, Draft, shown: Step]>([
    [5, emptyDraft, 1],
    [2, emptyDraft, 1],
    [2, path, 2],
    [5, path, 3],
    [5, addressed, 4],
    [5, complete, 5],
    [1, complete, 1],
    [3, complete, 3],
  ])('for the requested step %i and the draft %j opens step %i', (requested, draft, shown) => {
    expect(follow(at(requested === 1 ? 2 : 1, draft), { type: 'arrived', step: requested }).step).toBe(shown);
  });

  test('clears the validation at another step, and retains it at the same step', () => {
    expect(follow(at(4, complete, 'valid'), { type: 'arrived', step: 3 })).toEqual(at(3));
    expect(follow(at(4, complete, 'valid'), { type: 'arrived', step: 4 })).toEqual(at(4, complete, 'valid'));
  });

  test.each(['idle', 'invalid'] as const)('stores no answer while its validation is “%s”', (validation) => {
    const wizard = follow(at(3), { type: 'typed', field: 'xrpAddress', text: 'rWrong', validation });
    expect(wizard).toEqual(at(3, { ...complete, xrpAddress: '' }, validation));
    expect(follow(wizard, { type: 'advanced' }).step).toBe(3);
  });

  test('clears the address when another wallet is chosen, but not for another exchange', () => {
    expect(follow(at(1), { type: 'chosen', wallet: 'trust' }).draft).toEqual({
      ...complete,
      wallet: 'trust',
      xrpAddress: '',
    });
    expect(follow(at(1), { type: 'chosen', wallet: 'ledger' }).draft).toEqual(complete);
    expect(follow(at(1), { type: 'chosen', exchange: 'binance' }).draft).toEqual({ ...complete, exchange: 'binance' });
  });

  test('receives the answers of another tab, and shows the last step that these answers allow', () => {
    expect(follow(at(4, addressed, 'invalid'), { type: 'restored', draft: complete })).toEqual(at(4));
    expect(follow(at(5), { type: 'restored', draft: emptyDraft })).toEqual(at(1, emptyDraft));
  });
});

test.each([
  [null, 1],
  ['1', 1],
  ['2', 2],
  ['5', 5],
  ['6', 1],
  ['0', 1],
  ['2.5', 1],
  ['02', 1],
  ['constructor', 1],
])('the query parameter %s (null: missing) opens step %i of the wizard', (parameter, step) => {
  expect(stepFrom(parameter)).toBe(step);
});

describe('a stored draft of the wizard', () => {
  test('is restored unchanged', () => {
    expect(parseDraft(JSON.parse(JSON.stringify(complete)))).toEqual(complete);
    expect(parseDraft(emptyDraft)).toEqual(emptyDraft);
  });

  test.each<[unknown, Draft | undefined]>([
    [null, undefined],
    ['text', undefined],
    [[], undefined],
    [{ ...complete, xrpAddress: 5 }, undefined],
    [{ ...complete, amount: null }, undefined],
    [{ ...complete, xrpAddress: 'r'.repeat(201) }, undefined],
    [{ ...complete, amount: '1'.repeat(201) }, undefined],
    [
      { ...complete, exchange: 'constructor', wallet: {} },
      { ...complete, exchange: null, wallet: null },
    ],
    // These options exist on the transfer page, but not in the wizard.
    [
      { ...complete, exchange: 'gemini', wallet: 'xumm' },
      { ...complete, exchange: null, wallet: null },
    ],
    [{ ...complete, more: true }, complete],
  ])('with the content %j is parsed as %j', (value, draft) => {
    expect(parseDraft(value)).toEqual(draft);
  });
});
