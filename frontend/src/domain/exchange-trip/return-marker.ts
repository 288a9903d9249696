import { type ExchangeId, exchanges } from '@xrp-bridge/contracts/exchanges';
import type { PageName } from '@xrp-bridge/contracts/pages';
import { defineStored, fieldsOf } from '../../lib/storage.ts';

/**
 * The flows that send the customer to an exchange.
 * Each flow is named for the page to which the customer returns.
 */
const flows = ['home', 'start', 'transfer', 'transferFlow', 'guide'] as const satisfies PageName[];
export type Flow = (typeof flows)[number];

/**
 * A stored visit to an exchange.
 * This file is small, because the landing page loads it for the first paint.
 */
export interface ReturnMarker {
  exchange: ExchangeId;
  flow: Flow;
  /** This marker is written last. If it is set, the other values of the trip are complete. */
  ready: true;
}

export const returnMarker = defineStored<ReturnMarker | null>('exchange_return_step', parseMarker, null);

function parseMarker(value: unknown): ReturnMarker | undefined {
  const { exchange, flow, ready } = fieldsOf(value);
  const visited = exchanges.find(({ id }) => id === exchange && id !== 'other');
  const left = flows.find((one) => one === flow);
  return visited && left && ready === true ? { exchange: visited.id, flow: left, ready } : undefined;
}
