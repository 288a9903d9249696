import { useQuery } from '@tanstack/react-query';
import { pageAt } from '@xrp-bridge/contracts/pages';
import { Menu, Moon, Sun, X } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useNavigation } from 'react-router-dom';
import { lastTransfer } from '../domain/transfer/last-transfer.ts';
import { openTransfer } from '../domain/transfer/open-transfer.ts';
import { placeOf } from '../domain/transfer/waiting-transfer.tsx';
import { configQuery, useProductName } from '../lib/api/config.ts';
import { paths } from '../lib/paths.ts';
import { cx } from '../ui/cx.ts';
import { Logo } from '../ui/logo.tsx';
import { pictureButton } from '../ui/picture-button.ts';
import { Pill } from '../ui/pill.tsx';
import { useTheme } from '../ui/theme.ts';
import { useHydrated } from '../ui/use-hydrated.ts';

const links = [
  ['How it works', paths.howItWorks],
  ['Fees', paths.fees],
  ['Safety', paths.safety],
  ['Help', paths.help],
] as const;

export function Header() {
  const name = useProductName();
  const { data: config } = useQuery(configQuery);
  const { pathname, key } = useLocation();
  const waiting = useNavigation().state !== 'idle';
  const [open, setOpen] = useState(false);
  const [lastKey, setLastKey] = useState(key);
  if (lastKey !== key) {
    setLastKey(key);
    setOpen(false);
  }
  // The header has no links at the checkout, because they would lead away from the payment.
  const quiet = pageAt(pathname)?.quiet;
  const place = useHydrated() ? findMine() : null;
  // The header does not link to the current page.
  const mine = quiet || place === pathname ? null : place;
  const shown = quiet ? [] : links;
  return (
    <header className="relative border-b border-line">
      {waiting && <span aria-hidden className="absolute inset-x-0 -bottom-0.5 h-0.5 animate-pulse bg-water" />}
      <div className="mx-auto flex w-[min(1120px,100%-40px)] flex-wrap items-center gap-x-3 sm:gap-x-4 lg:gap-x-5">
        <Link
          to={paths.home}
          className="inline-flex min-h-17 min-w-0 items-center gap-2.5 text-lg font-bold text-ink no-underline"
        >
          <Logo />
          {/* On a phone the name is hidden, because there is no room beside the link to the transfer. */}
          <span className={cx('min-w-0', mine && 'max-sm:sr-only')}>{name}</span>
        </Link>
        {config?.mode === 'sandbox' && <Pill kind="warn">Sandbox</Pill>}
        {mine && (
          <Link to={mine} className={cx(headerLink, 'ml-auto font-semibold text-water')}>
            My transfer
          </Link>
        )}
        <div
          className={cx(
            'flex items-center gap-1 print:hidden',
            !mine && 'ml-auto',
            shown.length > 0 && 'md:order-last md:ml-0',
          )}
        >
          {/* On a phone the toggle is in the menu, so that the header needs only one line. */}
          <ThemeToggle className={shown.length > 0 ? 'max-md:hidden' : undefined} />
          {shown.length > 0 && (
            <button
              ref={pictureButton}
              type="button"
              aria-expanded={open}
              aria-controls="main-menu"
              onClick={() => setOpen(!open)}
              className="grid size-11 place-items-center rounded-full text-ink-2 hover:bg-sunk md:hidden"
            >
              {open ? <X aria-hidden className="size-6" /> : <Menu aria-hidden className="size-6" />}
              <span className="sr-only">{open ? 'Close the menu' : 'Open the menu'}</span>
            </button>
          )}
        </div>
        {shown.length > 0 && (
          <nav
            id="main-menu"
            aria-label="Main"
            className={cx(
              'w-full gap-x-4 pb-3 lg:gap-x-5 print:hidden md:flex md:w-auto md:pb-0',
              !mine && 'md:ml-auto',
              open ? 'grid' : 'hidden',
            )}
          >
            {shown.map(([label, to]) => (
              <Link
                key={label}
                to={to}
                className={cx(
                  headerLink,
                  'text-ink-2 hover:text-ink max-md:min-h-13 max-md:border-t max-md:border-line max-md:text-ink',
                )}
              >
                {label}
              </Link>
            ))}
            <ThemeToggle labelled className="border-t border-line text-ink md:hidden" />
          </nav>
        )}
      </div>
    </header>
  );
}

/** Returns the URL of this browser's open transfer, or else of its last transfer. */
function findMine(): string | null {
  const open = openTransfer.get();
  if (open) return placeOf(open);
  const last = lastTransfer.get();
  return last && paths.guide(last);
}

const headerLink =
  'inline-flex min-h-11 min-w-11 items-center no-underline md:justify-center hover:underline print:hidden';

/** Shows a button that switches between the light and the dark theme. */
export function ThemeToggle({ className, labelled }: { className?: string; labelled?: boolean }) {
  const [theme, setTheme] = useTheme();
  const next = theme === 'dark' ? 'light' : 'dark';
  return (
    <button
      ref={labelled ? undefined : pictureButton}
      type="button"
      onClick={() => setTheme(next)}
      className={cx(
        labelled
          ? 'flex min-h-13 items-center gap-3'
          : 'grid size-11 place-items-center rounded-full text-ink-2 hover:bg-sunk',
        className,
      )}
    >
      {theme === 'dark' ? <Sun aria-hidden className="size-5.5" /> : <Moon aria-hidden className="size-5.5" />}
      <span className={labelled ? undefined : 'sr-only'}>Switch to {next} mode</span>
    </button>
  );
}
