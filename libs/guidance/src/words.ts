import type { Figure } from './guides/guide.ts';

// Small parts of sentences.

/** What an exchange charges for a withdrawal, hedged where it is not official. */
export function feeSentence(fee: Figure, name: string): string {
  const exchange = sentenceCase(name);
  if (fee.value === null) return `${exchange} shows its exact fee before you confirm.`;
  const charges = fee.confidence === 'official' ? 'charges' : 'is said to charge';
  return `${exchange} ${charges} about ${fee.value} XRP (as of ${formatDay(fee.asOf)}). It shows the exact fee before you confirm.`;
}

/** What an exchange sends at least; nothing where no figure can be trusted. */
export function minimumSentence(minimum: Figure, name: string): string | null {
  if (minimum.value === null) return null;
  return `At ${name} the smallest withdrawal is about ${minimum.value} XRP (as of ${formatDay(minimum.asOf)}).`;
}

/** '2026-11-20…' → '20 Nov 2026', the same on every machine. */
export function formatDay(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  return `${day} ${months[(month ?? 1) - 1]} ${year}`;
}

/** '48 hours', or '7 days' where hours are too many to read. */
export function formatHours(hours: number): string {
  return hours > 72 ? `${Math.round(hours / 24)} days` : `${hours} hours`;
}

export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
