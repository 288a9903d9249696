import { envelopeSchema } from '@xrp-bridge/contracts/define';
import type { Logger } from '../logger.ts';
import type { Deliver } from './port.ts';

/** Wraps `deliver`: logs and skips values that are not events, because broadcasts have no dead letters. */
export function leaveOutMalformed(deliver: Deliver, log: Logger): Deliver {
  return async (event, signal) => {
    if (envelopeSchema.safeParse(event).success) await deliver(event, signal);
    else log.error('something that is not an event is on the bus, a broadcast leaves it out');
  };
}
