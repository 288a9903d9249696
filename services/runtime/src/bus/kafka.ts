import type { Bus, BusOptions } from './port.ts';

export function openKafkaBus(_options: BusOptions): Bus {
  throw new Error('not yet');
}
