import { TriangleAlert } from 'lucide-react';
import { useLive } from '../operator/live.ts';
import { listNeeds } from '../operator/needs.ts';
import { dashboardQuery } from '../operator/queries.ts';
import { TextLink } from '../ui/button.tsx';

/** Lists the work that waits for an operator, at the top of every operators' page. */
export function Needs() {
  const { data } = useLive(dashboardQuery);
  const needs = listNeeds(data);
  if (needs.length === 0) return null;
  return (
    <section
      aria-label="Needs attention"
      className="mt-6 flex flex-wrap items-center gap-x-5 rounded-md border border-warn bg-warn-soft px-4 py-1"
    >
      <p className="flex min-h-11 items-center gap-2 font-semibold text-warn">
        <TriangleAlert aria-hidden className="size-5 shrink-0" /> Needs attention
      </p>
      {needs.map(({ page, to, text }) => (
        <TextLink key={page} to={to} className="inline-flex min-h-11 items-center wrap-anywhere">
          {text}
        </TextLink>
      ))}
    </section>
  );
}
