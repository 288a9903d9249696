import { formatTime } from '../../lib/times.ts';
import { Domain } from '../../ui/domain.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import type { HotCoin } from './api.ts';

/** Lists the pages that a text or a score is based on, each with its site and time. */
export function Citations({ of, pages }: { of: string; pages: HotCoin['read'] }) {
  return (
    <ul aria-label={`Sources: ${of}`} className="grid gap-2">
      {pages.map(({ title, url, site, at }) => (
        <li key={`${site} ${title} ${at}`}>
          {url ? (
            <OutsideLink href={url} className="inline-flex min-h-11 items-center wrap-anywhere">
              {title}
            </OutsideLink>
          ) : (
            <p className="wrap-anywhere">{title}</p>
          )}
          <p className="text-sm text-ink-2">
            <Domain name={site} />, {formatTime(at)}
            {url === null && '. We haven’t checked this site, so we don’t link to it.'}
          </p>
        </li>
      ))}
    </ul>
  );
}
