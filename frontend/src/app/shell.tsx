import { useQuery } from '@tanstack/react-query';
import { isOperatorPath, pageAt, pages } from '@xrp-bridge/contracts/pages';
import { lazy, Suspense, type SyntheticEvent, useEffect, useState } from 'react';
import { Link, type Location, Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { returnMarker } from '../domain/exchange-trip/return-marker.ts';
import { configQuery, maintenanceQuery, useProductName } from '../lib/api/config.ts';
import { paths } from '../lib/paths.ts';
import { defineStored, inThisTab, storageName } from '../lib/storage.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { later } from '../ui/later.ts';
import { Page } from '../ui/layout.tsx';
import { BridgeLoader } from '../ui/logo.tsx';
import { StateCard } from '../ui/state.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { Header } from './header.tsx';
import { usePageLoaded } from './use-page-loaded.ts';

const MaintenancePage = lazy(async () => ({ default: (await import('./maintenance-page.tsx')).MaintenancePage }));
const ChatDock = later(async () => (await import('../features/chat/chat-dock.tsx')).ChatDock);
const TransferAssistant = later(
  async () => (await import('../features/transfer-assistant/transfer-assistant.tsx')).TransferAssistant,
);
const WelcomeBack = later(async () => (await import('../domain/exchange-trip/welcome-back.tsx')).WelcomeBack);
const Tooltips = later(async () => (await import('../ui/tooltip.tsx')).Tooltips);
const Toaster = later(async () => (await import('../ui/toaster.tsx')).Toaster);

/**
 * Lays out customers' screens: header, footer, chat and toasts.
 * During maintenance, shows a notice instead.
 */
export function Shell({ onPrefetch }: { onPrefetch: (pathname: string) => void }) {
  const { pathname } = useLocation();
  const maintenance = useQuery(maintenanceQuery);
  const page = pageAt(pathname);
  const loaded = usePageLoaded();
  useEffect(() => {
    // After the payment, the customer opens the guide.
    if (loaded && page === pages.checkout) onPrefetch(pages.guide.path);
  }, [loaded, page, onPrefetch]);
  // An unknown URL shows the not-found page even during maintenance.
  if (maintenance.data?.maintenanceMode && page?.staysOpen === false) {
    return (
      <Suspense>
        <MaintenancePage />
      </Suspense>
    );
  }
  /** Fetches a link's page when the pointer or the focus reaches the link. */
  function prefetch({ target }: SyntheticEvent) {
    const link = (target as Element).closest('a');
    if (link?.origin === location.origin) onPrefetch(link.pathname);
  }
  return (
    <div className="grid" onPointerOver={prefetch} onFocusCapture={prefetch}>
      <SkipLink />
      <Header />
      {/* The element is as tall as the window, so that the footer does not move while the page loads. */}
      <main id="content" tabIndex={-1} className="min-h-lvh min-w-0 outline-none print:min-h-0">
        <Outlet />
      </main>
      <Footer quiet={page?.quiet} />
      {loaded && (page?.chat ?? !isOperatorPath(pathname)) && (
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

/** Renders toasts, tooltips and scroll restoration, for the layouts of customers and operators. */
export function AroundEveryPage() {
  const loaded = usePageLoaded();
  return (
    <>
      {loaded && (
        <Suspense>
          <Toaster />
          <Tooltips />
        </Suspense>
      )}
      <ScrollPosition />
    </>
  );
}

/** Shows keyboard users a link that skips the elements that all pages share. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only z-50 rounded-md bg-card px-5 py-3 font-semibold focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      Skip to the main content
    </a>
  );
}

/**
 * The scroll position of each page.
 * An invalid value must be deleted, because the router cannot navigate after reading it.
 */
const scrollPositions = defineStored('scroll', parseScroll, {}, inThisTab);

function parseScroll(value: unknown): object | undefined {
  return value !== null && typeof value === 'object' ? value : undefined;
}

/**
 * Returns the key of a scroll position.
 * The first page of each visit has the same history key, so its URL is the key.
 */
function placeOfScroll({ key, pathname, search }: Location): string {
  return key === 'default' ? pathname + search : key;
}

function ScrollPosition() {
  // `get` deletes an invalid value before the router reads it.
  useState(() => scrollPositions.get());
  return <ScrollRestoration storageKey={storageName(scrollPositions.key)} getKey={placeOfScroll} />;
}

/** Shows the current screen, and welcomes a person who returns from an exchange. */
export function Screen() {
  // `useLocation` subscribes to navigation, so that each page reads `returnMarker` again.
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

function Footer({ quiet }: { quiet: boolean | undefined }) {
  const name = useProductName();
  const { data: config } = useQuery(configQuery);
  return (
    <footer className="border-t border-line pt-4 pb-20 text-sm text-ink-2">
      <div className="mx-auto grid w-[min(1120px,100%-40px)] gap-2">
        <p className="max-w-[75ch]">
          Guidance from A to B. Not financial advice. We’ll never call you, message you first, or ask for your recovery
          phrase. {name} is independent. We’re not part of any exchange, wallet company, or Ripple.
          {config && (
            <>
              {' '}
              Questions? Email{' '}
              <a className="text-water underline underline-offset-3" href={`mailto:${config.support.email}`}>
                {config.support.email}
              </a>
              .
            </>
          )}
        </p>
        {!quiet && (
          <nav aria-label="About us" className="-my-2.5 flex flex-wrap gap-x-5">
            {[pages.about, pages.privacy, pages.terms, pages.refunds].map(({ path, title }) => (
              <Link key={path} to={path} className="py-2.5 text-water underline underline-offset-3">
                {title}
              </Link>
            ))}
          </nav>
        )}
      </div>
    </footer>
  );
}

export function LoadingPage() {
  return <BridgeLoader label="Loading…" />;
}

/**
 * Replaces a page whose code throws or cannot be loaded.
 * A frequent cause is an update that was released while the page was open.
 */
export function BrokenPage() {
  return (
    <Page title="We couldn’t show this page" narrow>
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
        <p>
          We may have just updated the site, or your connection may have dropped. Nothing you entered or paid for is
          lost.
        </p>
      </StateCard>
    </Page>
  );
}
