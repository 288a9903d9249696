import { formatTime } from '../times.ts';
import { OutsideLink } from '../ui/button.tsx';
import { Domain } from '../ui/domain.tsx';
import type { HotCoin } from './api.ts';

/** Where something was read: each page with its site and time. */
export function Citations({ of, pages }: { of: string; pages: HotCoin['read'] }) {
  return (
    <ul aria-label={`What was read: ${of}`} className="grid gap-2">
      {pages.map(({ title, url, site, at }) => (
        <li key={url}>
          <OutsideLink href={url} className="inline-flex min-h-11 items-center wrap-anywhere">
            {title}
          </OutsideLink>
          <p className="text-sm text-ink-2">
            <Domain name={site} />, {formatTime(at)}
          </p>
        </li>
      ))}
    </ul>
  );
}
