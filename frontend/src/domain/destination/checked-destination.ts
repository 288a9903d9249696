import { defineStored, fieldsOf, inThisTab } from '../../lib/storage.ts';

/** The checked address, until the tab is closed. Half-typed addresses and secrets are never stored. */
export const checkedDestination = defineStored<{ address?: string }>('destination', parseChecked, {}, inThisTab);

function parseChecked(value: unknown): { address: string } | undefined {
  const { address } = fieldsOf(value);
  return typeof address === 'string' ? { address } : undefined;
}
