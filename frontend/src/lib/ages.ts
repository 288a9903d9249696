import { dayMs } from './times.ts';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Formats a date in days before `now`: "today", "2 days ago". A future date is "today". */
export function relativeDate(iso: string, now: number): string {
  const days = Math.floor(now / dayMs) - Math.floor(Date.parse(iso) / dayMs);
  return relative.format(Math.min(0, -days), 'day');
}

/** Formats an age in minutes, hours (below 48) or days: "just now", "3 hours ago". */
export function relativeTime(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return relative.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? relative.format(-hours, 'hour') : relative.format(-Math.floor(hours / 24), 'day');
}
