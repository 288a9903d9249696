export const dayMs = 86_400_000;

/** A time as people say it, in the time zone of this device: "22 Nov 2026, 11:20". */
export function formatTime(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

/** A day of figures, which are counted from midnight to midnight in UTC: "22 Nov". */
export function formatDay(day: string | number): string {
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** How many days ago something was: "today", "2 days ago". A device whose clock is late sees no future. */
export function relativeDate(iso: string, now: number): string {
  const days = Math.floor(now / dayMs) - Math.floor(Date.parse(iso) / dayMs);
  return relative.format(Math.min(0, -days), 'day');
}

/** How old something is, in its largest whole unit: "just now", "3 hours ago". */
export function relativeTime(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return relative.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? relative.format(-hours, 'hour') : relative.format(-Math.floor(hours / 24), 'day');
}
