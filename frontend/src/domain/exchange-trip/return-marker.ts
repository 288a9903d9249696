import { type ExchangeId, exchanges } from '@xrp-bridge/contracts/exchanges';
import type { PageName } from '@xrp-bridge/contracts/pages';
import { defineStored, fieldsOf } from '../../lib/storage.ts';

/** The flows that lead to an exchange, named like the page on which each goes on. */
const flows = ['home', 'start', 'transfer', 'transferFlow', 'guide'] as const satisfies PageName[];
export type Flow = (typeof flows)[number];

/** Left behind by whoever goes to an exchange. Its own small file: the first paint asks only whether there is one. */
export interface ReturnMarker {
  exchange: ExchangeId;
  flow: Flow;
  /** It is written last: all that the way back needs is there. */
  ready: true;
}

export const returnMarker = defineStored<ReturnMarker | null>('exchange_return_step', parseMarker, null);

function parseMarker(value: unknown): ReturnMarker | undefined {
  const { exchange, flow, ready } = fieldsOf(value);
  const visited = exchanges.find(({ id, loginUrl }) => id === exchange && loginUrl);
  const left = flows.find((one) => one === flow);
  return visited && left && ready === true ? { exchange: visited.id, flow: left, ready } : undefined;
}
