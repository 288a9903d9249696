const dayMs = 86_400_000;

/** Formats a past day in the device's time zone: "today", "Tuesday" or, after six days, "Nov 3". */
export function formatRecent(iso: string): string {
  const date = new Date(iso);
  const age = Date.now() - date.getTime();
  if (age < dayMs && date.getDay() === new Date().getDay()) return 'today';
  return date.toLocaleDateString('en-US', age < 6 * dayMs ? { weekday: 'long' } : { month: 'short', day: 'numeric' });
}
