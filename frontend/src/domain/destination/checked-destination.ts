import { defineStored, fieldsOf, inThisTab } from '../../lib/storage.ts';

/**
 * The checked address, stored until the tab is closed.
 * Incomplete addresses and secrets are never stored.
 */
export const checkedDestination = defineStored<{ address?: string }>('destination', parseChecked, {}, inThisTab);

function parseChecked(value: unknown): { address: string } | undefined {
  const { address } = fieldsOf(value);
  return typeof address === 'string' ? { address } : undefined;
}
