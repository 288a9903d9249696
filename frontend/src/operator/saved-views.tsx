import { pages } from '@xrp-bridge/contracts/pages';
import { Link, useLocation } from 'react-router-dom';
import { cx } from '../ui/cx.ts';

/** Filtered lists that operators often need. The filter is in the URL. */
export const savedViews = [
  { name: 'Paid over 24 h, not arrived', to: `${pages.adminTransfers.path}?status=not_arrived` },
  { name: 'Refund asked', to: `${pages.adminTasks.path}?kind=refund_request` },
  { name: 'By hand', to: `${pages.adminTasks.path}?kind=hand_payment` },
] as const;

export function SavedViews() {
  const { pathname, search } = useLocation();
  return (
    <nav aria-label="Saved views">
      <ul className="flex flex-wrap gap-2">
        {savedViews.map(({ name, to }) => {
          const isCurrent = `${pathname}${search}` === to;
          return (
            <li key={to}>
              <Link
                to={to}
                aria-current={isCurrent ? 'page' : undefined}
                className={cx(
                  'inline-flex min-h-11 items-center rounded-full border px-4 text-sm no-underline hover:bg-sunk',
                  isCurrent ? 'border-water bg-water-soft font-semibold text-water-deep' : 'border-line text-ink-2',
                )}
              >
                {name}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
