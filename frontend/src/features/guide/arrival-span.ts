import { formatClock } from '../../lib/times.ts';

/** Formats a span of time, with words such as “tomorrow”. */
export function formatSpan({ earliest, latest }: { earliest: string; latest: string }): string {
  const [from, to] = [new Date(earliest), new Date(latest)];
  if (from.toDateString() !== to.toDateString()) return `from ${formatMoment(from)} to ${formatMoment(to)}`;
  return `${nearDay(from) ?? formatDay(from)}, between ${formatClock(earliest)} and ${formatClock(latest)}`;
}

/**
 * Formats a moment.
 * A later day is shown without a time of day, because the estimate is not that precise.
 */
function formatMoment(date: Date): string {
  const near = nearDay(date);
  return near ? `${formatClock(date.toISOString())} ${near}` : formatDay(date);
}

function nearDay(date: Date): string | null {
  const today = new Date();
  const tomorrow = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1);
  if (date.toDateString() === today.toDateString()) return 'today';
  return date.toDateString() === tomorrow.toDateString() ? 'tomorrow' : null;
}

const formatDay = (date: Date) => date.toLocaleDateString('en-US', { weekday: 'long', day: 'numeric', month: 'long' });
