import { useQuery } from '@tanstack/react-query';
import { relativeDate } from '../../lib/ages.ts';
import { Domain } from '../../ui/domain.tsx';
import { Card } from '../../ui/layout.tsx';
import { Pill } from '../../ui/note.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { highlightsQuery } from './api.ts';
import { sampleHighlights } from './samples.ts';

/** Shows the latest highlights. */
export function Highlights() {
  const { data, isPending } = useQuery(highlightsQuery);
  const live = data && data.length > 0 ? data : null;
  return (
    <Card as="section" aria-labelledby="highlights" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="highlights" className="text-xl">
          Latest project leader highlights
        </h2>
        {!live && !isPending && <Pill kind="water">Sample</Pill>}
      </div>
      {isPending ? (
        <div role="status" className="grid gap-4">
          <span className="sr-only">Loading the highlights…</span>
          {sampleHighlights.map(({ id }) => (
            <Skeleton key={id} className="h-20" />
          ))}
        </div>
      ) : (
        <ul className="grid divide-y divide-line *:py-3.5 *:first:pt-0 *:last:pb-0">
          {live
            ? live.map(({ id, title, description, url, date, source }) => (
                <li key={id} className="grid gap-0.5">
                  <OutsideLink
                    href={url}
                    className="inline-flex min-h-11 items-center justify-self-start font-semibold wrap-anywhere"
                  >
                    {title}
                  </OutsideLink>
                  {description !== title && <p className="text-ink-2 wrap-anywhere">{description}</p>}
                  <p className="text-sm text-ink-2">
                    <Domain name={source} />, {relativeDate(date, Date.now())}
                  </p>
                </li>
              ))
            : sampleHighlights.map(({ id, title, description }) => (
                <li key={id} className="grid gap-0.5">
                  <p className="font-semibold">{title}</p>
                  <p className="text-ink-2">{description}</p>
                </li>
              ))}
        </ul>
      )}
    </Card>
  );
}
