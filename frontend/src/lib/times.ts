export const dayMs = 86_400_000;

/** Formats a time in the device's time zone: "Nov 22, 2026, 11:20 AM". */
export function formatTime(iso: string): string {
  return new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}

/** Formats a past day in the device's time zone: "today", "Tuesday" or, after six days, "Nov 3". */
export function formatRecent(iso: string): string {
  const date = new Date(iso);
  const age = Date.now() - date.getTime();
  if (age < dayMs && date.getDay() === new Date().getDay()) return 'today';
  return date.toLocaleDateString('en-US', age < 6 * dayMs ? { weekday: 'long' } : { month: 'short', day: 'numeric' });
}

/** Formats a day in UTC, the time zone of daily totals: "Nov 22". */
export function formatDay(day: string | number): string {
  return new Date(day).toLocaleDateString('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

/** Formats the time of day in the device's time zone: "2:05 PM". */
export function formatClock(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
}

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
