import type { Reply } from '../../lib/api/client.ts';

type Path = Reply<'GET /api/admin/funnel'>['paths'][number];

/** The number of transfers that reached each step. */
export type Counts = Omit<Path, 'fromExchange' | 'toWallet'>;

/** The steps in order. The rate of each step refers to the previous step. */
export const steps: readonly { name: keyof Counts; label: string; of?: { name: keyof Counts; text: string } }[] = [
  { name: 'started', label: 'Started' },
  { name: 'paid', label: 'Paid', of: { name: 'started', text: 'of those started' } },
  { name: 'address', label: 'Address added', of: { name: 'paid', text: 'of those paid' } },
  { name: 'seen', label: 'First XRP arrived', of: { name: 'address', text: 'of those with an address' } },
  { name: 'home', label: 'Transfer completed', of: { name: 'seen', text: 'of those whose first XRP arrived' } },
];

export function sumPaths(paths: readonly Path[]): Counts {
  const sum: Counts = { started: 0, paid: 0, address: 0, seen: 0, home: 0 };
  for (const path of paths) for (const { name } of steps) sum[name] += path[name];
  return sum;
}

/** Groups the paths by name and sums each group, most transfers first. */
export function ratesBy(paths: readonly Path[], of: (path: Path) => string): { name: string; counts: Counts }[] {
  return [...Map.groupBy(paths, of)]
    .map(([name, group]) => ({ name, counts: sumPaths(group) }))
    .sort((a, b) => b.counts.started - a.counts.started || a.name.localeCompare(b.name));
}

/** Formats a rate such as '75%'. Returns a dash if the whole is 0. */
export function rateOf(counts: Counts, step: keyof Counts, whole: keyof Counts): string {
  return counts[whole] === 0 ? '–' : `${Math.round((100 * counts[step]) / counts[whole])}%`;
}
