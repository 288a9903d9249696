import type { XrpAmount } from './guides/guide.ts';

/** Returns the withdrawal fee of an exchange in a sentence, with "often" if the fee is not official. */
export function feeSentence(fee: XrpAmount, name: string): string {
  const exchange = sentenceCase(name);
  if (fee.value === null) return `${exchange} shows its exact fee before you confirm.`;
  const charges = fee.confidence === 'official' ? 'charges' : 'often charges';
  return `${exchange} ${charges} about ${fee.value} XRP (as of ${formatDay(fee.asOf)}). It shows the exact fee before you confirm.`;
}

/** Returns the minimum withdrawal of an exchange in a sentence; null if there is no reliable amount. */
export function minimumSentence(minimum: XrpAmount, name: string): string | null {
  if (minimum.value === null) return null;
  return `At ${name}, the smallest withdrawal is about ${minimum.value} XRP (as of ${formatDay(minimum.asOf)}).`;
}

/** Formats '2026-11-20…' as 'Nov 20, 2026', independent of the machine's locale. */
export function formatDay(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  return `${months[(month ?? 1) - 1]} ${day}, ${year}`;
}

/** Formats a number of hours: '48 hours', or '7 days' above 72 hours. */
export function formatHours(hours: number): string {
  return hours > 72 ? `${Math.round(hours / 24)} days` : `${hours} hours`;
}

export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
