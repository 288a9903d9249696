import { defineStored, fieldsOf, inThisTab } from '../../lib/storage.ts';

/** Only what was checked is kept, and no longer than the tab: never a half-typed address, never a secret. */
export const checkedDestination = defineStored<{ address?: string }>('destination', parseChecked, {}, inThisTab);

function parseChecked(value: unknown): { address: string } | undefined {
  const { address } = fieldsOf(value);
  return typeof address === 'string' ? { address } : undefined;
}
