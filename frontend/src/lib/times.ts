export const dayMs = 86_400_000;

/** Formats a time in the device's time zone: "Nov 22, 2026, 11:20 AM". */
export function formatTime(iso: string): string {
  return new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}

/** Formats a day in UTC, the time zone of daily totals: "Nov 22". */
export function formatDay(day: string | number): string {
  return new Date(day).toLocaleDateString('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

/** Formats the time of day in the device's time zone: "2:05 PM". */
export function formatClock(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
}
