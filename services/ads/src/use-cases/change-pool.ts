import type { adsApi } from '@xrp-bridge/contracts/ads';
import type { BodyOf } from '@xrp-bridge/contracts/define';
import { ProblemError, type Tx } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { checkText, findNearDuplicate } from '../domain/check-text.ts';
import { lockAutomation } from '../post-store.ts';
import type { Tables } from '../store.ts';
import { insertVariation, lockVariation, readPool, type StoredVariation, updateVariation } from '../variation-store.ts';

/**
 * Adds a text to the pool.
 * @throws ProblemError `invalid_input` with every problem of the text, `already_exists` for a near duplicate
 */
export async function addVariation(
  { transact, clock }: Context,
  { theme, text }: BodyOf<typeof adsApi.addVariation>,
): Promise<StoredVariation> {
  refuseBadText(text);
  return transact(async (tx) => {
    await lockAutomation(tx);
    await refuseNearDuplicate(tx, text);
    return insertVariation(tx, { theme, text, createdAt: clock() });
  });
}

/**
 * Changes a text, retires it, or returns it to the pool.
 * @throws ProblemError `ad_not_found`, and the errors of `addVariation`
 */
export async function editVariation(
  { transact, clock }: Context,
  id: string,
  { theme, text, retired }: BodyOf<typeof adsApi.editVariation>,
): Promise<StoredVariation> {
  if (text !== undefined) refuseBadText(text);
  return transact(async (tx) => {
    await lockAutomation(tx);
    const before = await lockVariation(tx, id);
    if (!before) throw new ProblemError('ad_not_found');
    const isRetired = retired ?? before.retiredAt !== null;
    const after = {
      ...before,
      theme: theme ?? before.theme,
      text: text ?? before.text,
      retiredAt: isRetired ? (before.retiredAt ?? clock()) : null,
    };
    const needsCheck = after.text !== before.text || before.retiredAt !== null;
    if (!isRetired && needsCheck) await refuseNearDuplicate(tx, after.text, id);
    return updateVariation(tx, after);
  });
}

function refuseBadText(text: string): void {
  const errors = checkText(text).map((problem) => ({ field: 'text', ...problem }));
  if (errors.length > 0) throw new ProblemError('invalid_input', errors[0]?.message, { errors });
}

async function refuseNearDuplicate(tx: Tx<Tables>, text: string, except?: string): Promise<void> {
  const others = (await readPool(tx)).filter(({ id }) => id !== except);
  const same = findNearDuplicate(text, others);
  if (!same) return;
  const message = `The pool already has a very similar text under “${same.theme}”: ${same.text.slice(0, 60)}…`;
  throw new ProblemError('already_exists', message, { errors: [{ field: 'text', code: 'near_duplicate', message }] });
}
