import { LastChecked } from './last-checked.tsx';
import { OutsideLink } from './outside-link.tsx';

export interface Source {
  title: string;
  url: string;
}

/** Shows the sources that a text was checked against, and the date of the last check. */
export function Sources({
  of,
  sources,
  lastChecked,
}: {
  /** The title of the text. */
  of: string;
  sources: readonly Source[];
  lastChecked: string;
}) {
  return (
    <>
      <ul aria-label={`Sources: ${of}`} className="grid gap-1 text-sm">
        {sources.map(({ title, url }) => (
          <li key={url}>
            <OutsideLink href={url} className="inline-flex min-h-11 items-center wrap-anywhere">
              {title}
            </OutsideLink>
          </li>
        ))}
      </ul>
      <div className="text-sm text-ink-2">
        <LastChecked date={lastChecked} />
      </div>
    </>
  );
}
