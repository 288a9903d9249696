import { formatClock, formatTime } from '../lib/times.ts';
import { useHydrated } from './use-hydrated.ts';

/**
 * Returns `formatTime` and `formatClock`, in this device's time zone.
 * On the server and during hydration the times are in UTC: "Nov 22, 2026, 11:20 UTC". They do not use `Intl` then,
 * because its spaces differ between the server and some browsers.
 */
export function useTimes(): { formatTime: (iso: string) => string; formatClock: (iso: string) => string } {
  return useHydrated() ? { formatTime, formatClock } : { formatTime: utcTime, formatClock: utcClock };
}

function utcTime(iso: string): string {
  // https://tc39.es/ecma262/#sec-todatestring defines the parts: "Sun, 22 Nov 2026 11:20:00 GMT".
  const [, day, month, year] = new Date(iso).toUTCString().split(' ');
  return `${month} ${Number(day)}, ${year}, ${utcClock(iso)}`;
}

const utcClock = (iso: string) => `${new Date(iso).toISOString().slice(11, 16)} UTC`;
