import { useQuery } from '@tanstack/react-query';
import { isOperatorPath, pageAt } from '@xrp-bridge/contracts/pages';
import { Menu, Moon, Sun, X } from 'lucide-react';
import { lazy, Suspense, type SyntheticEvent, useState } from 'react';
import { Link, type Location, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { returnMarker } from '../domain/exchange-trip/return-marker.ts';
import { lastTransfer } from '../domain/transfer/last-transfer.ts';
import { openTransfer } from '../domain/transfer/open-transfer.ts';
import { placeOf } from '../domain/transfer/waiting-transfer.tsx';
import { configQuery, maintenanceQuery, useProductName } from '../lib/api/config.ts';
import { paths } from '../lib/paths.ts';
import { defineStored, inThisTab, storageName } from '../lib/storage.ts';
import { BridgeLoader, Logo } from '../ui/bridge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { later } from '../ui/later.ts';
import { Page } from '../ui/layout.tsx';
import { pictureButton } from '../ui/picture-button.ts';
import { Pill } from '../ui/pill.tsx';
import { StateCard } from '../ui/state.tsx';
import { useTheme } from '../ui/theme.ts';
import { useHydrated } from '../ui/use-hydrated.ts';

const MaintenancePage = lazy(async () => ({ default: (await import('./maintenance-page.tsx')).MaintenancePage }));
const ChatDock = later('The chat', async () => (await import('../features/chat/chat-dock.tsx')).ChatDock);
const TransferAssistant = later(
  'The steps of the transfer',
  async () => (await import('../features/transfer-assistant/transfer-assistant.tsx')).TransferAssistant,
);
const WelcomeBack = later(
  'The way back',
  async () => (await import('../domain/exchange-trip/welcome-back.tsx')).WelcomeBack,
);
const Tooltips = later('The names of buttons', async () => (await import('../ui/tooltip.tsx')).Tooltips);
const Toaster = later('The place of messages', async () => (await import('../ui/toaster.tsx')).Toaster);

/** What is around every screen: header, footer, chat, toasts, and the maintenance screen in place of it all. */
export function Shell({ onLookAhead }: { onLookAhead: (pathname: string) => void }) {
  const { pathname } = useLocation();
  const maintenance = useQuery(maintenanceQuery);
  const page = pageAt(pathname);
  // What is not there is not being mended either.
  if (maintenance.data?.maintenanceMode && page?.staysOpen === false) {
    return (
      <Suspense>
        <MaintenancePage />
      </Suspense>
    );
  }
  /** A link that is pointed at or focused is about to be pressed. */
  function look({ target }: SyntheticEvent) {
    const link = (target as Element).closest('a');
    if (link?.origin === location.origin) onLookAhead(link.pathname);
  }
  return (
    <div className="grid" onPointerOver={look} onFocusCapture={look}>
      <SkipLink />
      <Header />
      {/* As tall as the window whatever is in it: the footer is never seen to jump while a page comes in parts. */}
      <main id="content" tabIndex={-1} className="min-h-lvh min-w-0 outline-none print:min-h-0">
        <Outlet />
      </main>
      <Footer />
      {(page?.chat ?? !isOperatorPath(pathname)) && (
        <Suspense>
          <ChatDock
            beside={
              page?.assistant && (
                <Suspense>
                  <TransferAssistant />
                </Suspense>
              )
            }
          />
        </Suspense>
      )}
      <AroundEveryPage />
    </div>
  );
}

/** What says something in passing, names buttons without a text, and keeps the place on each page. */
export function AroundEveryPage() {
  return (
    <>
      <Suspense>
        <Toaster />
        <Tooltips />
      </Suspense>
      <ScrollKeeper />
    </>
  );
}

/** For the keyboard: past all that is on every page. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only z-50 rounded-md bg-card px-5 py-3 font-semibold focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      Skip to the content
    </a>
  );
}

/** Where each page was scrolled to; the router goes nowhere any more once it has read anything else there. */
const keptScroll = defineStored('scroll', parseScroll, {}, inThisTab);

function parseScroll(value: unknown): object | undefined {
  return value !== null && typeof value === 'object' ? value : undefined;
}

/** The first page of a visit has no key of its own: another page’s place is none for it. */
function placeOfScroll({ key, pathname, search }: Location): string {
  return key === 'default' ? pathname + search : key;
}

function ScrollKeeper() {
  // What is no such record is forgotten by being looked at, before the router looks.
  useState(() => keptScroll.get());
  return <ScrollRestoration storageKey={storageName(keptScroll.key)} getKey={placeOfScroll} />;
}

/** What is within it: a screen, once it is there, and a welcome for whoever comes back to it from an exchange. */
export function Screen() {
  // Looks again after each navigation.
  useLocation();
  const hydrated = useHydrated();
  return (
    <>
      <Outlet />
      {hydrated && returnMarker.get() && (
        <Suspense>
          <WelcomeBack />
        </Suspense>
      )}
    </>
  );
}

const links = [
  ['How it works', paths.howItWorks],
  ['Fees', paths.fees],
  ['Safety', paths.safety],
  ['Help', paths.help],
] as const;

function Header() {
  const name = useProductName();
  const { data: config } = useQuery(configQuery);
  const { pathname, key } = useLocation();
  const waiting = useNavigation().state !== 'idle';
  const [open, setOpen] = useState(false);
  const [lastKey, setLastKey] = useState(key);
  // Every navigation closes the menu.
  if (lastKey !== key) {
    setLastKey(key);
    setOpen(false);
  }
  // While paying there is nothing else to do: the links would only lead away.
  const quiet = pageAt(pathname)?.quiet;
  const place = useHydrated() ? findMine() : null;
  // Nobody is led to where they are.
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
          {/* On a phone the way back to the transfer needs the room. */}
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
          {/* On a phone it moves into the menu, so that the header stays one line. */}
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

/** Where this browser's transfer goes on, or was last. */
function findMine(): string | null {
  const open = openTransfer.get();
  if (open) return placeOf(open);
  const last = lastTransfer.get();
  return last && paths.guide(last);
}

const headerLink =
  'inline-flex min-h-11 min-w-11 items-center no-underline md:justify-center hover:underline print:hidden';

/** Light or dark. */
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
      <span className={labelled ? undefined : 'sr-only'}>Use {next} colours</span>
    </button>
  );
}

function Footer() {
  const name = useProductName();
  const { data: config } = useQuery(configQuery);
  return (
    <footer className="border-t border-line pt-8 pb-20 text-sm text-ink-2">
      <div className="mx-auto grid w-[min(1120px,100%-40px)] gap-3">
        <p className="max-w-[75ch]">
          Guidance from A to B. Not financial advice. We will never call you, message you first, or ask for your
          recovery phrase.
        </p>
        <p className="max-w-[75ch]">
          {name} is independent: it does not belong to any exchange, wallet or to Ripple.
          {config && (
            <>
              {' '}
              Questions? Write to{' '}
              <a className="text-water underline underline-offset-3" href={`mailto:${config.support.email}`}>
                {config.support.email}
              </a>
              .
            </>
          )}
        </p>
      </div>
    </footer>
  );
}

export function LoadingPage() {
  return <BridgeLoader label="Loading…" />;
}

/** A screen whose code could not be fetched, or that failed: often an update went out while the page was open. */
export function BrokenPage() {
  return (
    <Page title="This page could not be shown" narrow>
      <StateCard
        actions={
          <>
            <Button onClick={() => location.reload()}>Reload the page</Button>
            <ButtonLink to={paths.home} variant="quiet" reloadDocument>
              Back to home
            </ButtonLink>
          </>
        }
      >
        <p>We may have changed it just now, or your connection broke off. Nothing that you entered or paid is lost.</p>
      </StateCard>
    </Page>
  );
}
