import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { pageAt, pages } from '@xrp-bridge/contracts/pages';
import { LogOut, Menu, X } from 'lucide-react';
import { Activity, Suspense, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { AccountPage } from '../features/operator-access/account-page.tsx';
import { SignIn } from '../features/operator-access/sign-in.tsx';
import { ApiError, describe } from '../lib/api/client.ts';
import { configQuery, useProductName } from '../lib/api/config.ts';
import { useAct, useFeed, useListening } from '../operator/live.ts';
import { OperatorPage } from '../operator/operator-page.tsx';
import { PaletteButton } from '../operator/palette-button.tsx';
import { dashboardQuery } from '../operator/queries.ts';
import { type Session, signOut, useRemovalAfterSignOut, useSession, useSessionRenewal } from '../operator/session.ts';
import { SmallButton } from '../operator/small-button.tsx';
import { toastError } from '../operator/toasts.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { BridgeLoader, Logo } from '../ui/logo.tsx';
import { Pill } from '../ui/note.tsx';
import { pictureButton } from '../ui/picture-button.ts';
import { StateCard } from '../ui/state.tsx';
import { ThemeToggle } from './header.tsx';
import { menuLinkClass, SectionTabs, SideNav } from './operator-menu.tsx';
import { Needs } from './operator-needs.tsx';
import { AroundEveryPage, SkipLink } from './shell.tsx';

/** Lays out the operators' pages: session, menu and, without a session, the sign-in form. */
export function OperatorShell() {
  const { pathname } = useLocation();
  const session = useSession();
  // The page's HTML preloads the session and the dashboard (bff/src/pages/static.ts), so both are requested here. The
  // browser warns about each unused preload, even if its response is an error.
  usePrefetchQuery(dashboardQuery);
  const lastSession = session.data ?? null;
  const signedIn = lastSession?.hasEnded ? null : lastSession;
  // An invited operator must set up the account before using any other page.
  const isInvited = signedIn?.role === 'invited';
  const present = isInvited ? null : signedIn;
  useSessionRenewal();
  useRemovalAfterSignOut(lastSession);
  // /get-ip is open to everyone: an operator whose IP address is not on the allowlist yet must be able to see this
  // address.
  const isOpen = pageAt(pathname) === pages.getIp;
  // While the session loads, the content has the place that it has after the sign-in.
  const hasMenu = present !== null || (session.isPending && !isOpen);
  return (
    <div className="grid min-h-lvh grid-rows-[auto_1fr]">
      <SkipLink />
      <TopBar session={signedIn} />
      <div
        className={cx(
          'mx-auto grid w-[min(1440px,100%-40px)] min-w-0 content-start gap-x-8',
          hasMenu && 'lg:grid-cols-[13.5rem_minmax(0,1fr)]',
        )}
      >
        {present && (
          <SideNav
            isOwner={present.role === 'owner'}
            className="max-lg:hidden lg:sticky lg:top-0 lg:max-h-svh lg:self-start lg:overflow-y-auto"
          />
        )}
        <main
          id="content"
          tabIndex={-1}
          className={cx(
            'min-w-0 outline-none',
            hasMenu ? 'lg:col-start-2' : !signedIn && 'mx-auto w-full max-w-lg lg:pt-8',
          )}
        >
          {present && <Needs />}
          {present && <SectionTabs isOwner={present.role === 'owner'} />}
          {isInvited && !isOpen && <AccountPage />}
          {(isOpen || (lastSession && !isInvited)) && (
            // When a session ends, the page is hidden, not unmounted. After the next sign-in the page appears
            // unchanged, with its open dialogs.
            <Activity mode={isOpen || present ? 'visible' : 'hidden'}>
              <Suspense fallback={<BridgeLoader label="Loading…" />}>
                <Outlet />
              </Suspense>
            </Activity>
          )}
          {isOpen || signedIn ? null : session.isPending ? (
            <BridgeLoader label="Loading…" />
          ) : session.isError ? (
            <SessionError error={session.error} again={() => void session.refetch()} isRetrying={session.isFetching} />
          ) : (
            <SignIn ended={lastSession} />
          )}
        </main>
      </div>
      {present && <LiveEvents />}
      <AroundEveryPage />
    </div>
  );
}

/** Subscribes to live events while mounted. */
function LiveEvents() {
  useListening();
  return null;
}

function SessionError({ error, again, isRetrying }: { error: Error; again: () => void; isRetrying: boolean }) {
  const isRefused = error instanceof ApiError && error.status === 403;
  return (
    <OperatorPage title={isRefused ? 'You can’t sign in from here' : 'We couldn’t check if you’re signed in'}>
      <StateCard
        actions={
          <>
            <Button busy={isRetrying} onClick={again}>
              Try again
            </Button>
            {isRefused && (
              <ButtonLink to={pages.getIp.path} variant="quiet">
                Show my IP address
              </ButtonLink>
            )}
          </>
        }
      >
        <p>{describe(error, 'Please check your connection and try again.')}</p>
      </StateCard>
    </OperatorPage>
  );
}

function TopBar({ session }: { session: Session | null }) {
  const name = useProductName();
  const { data: config } = useQuery(configQuery);
  const { pathname } = useLocation();
  const client = useQueryClient();
  const [openAt, setOpenAt] = useState<string | null>(null);
  // Each navigation closes the menu, because `isOpen` compares the path.
  const isOpen = openAt === pathname;
  const isSetUp = session !== null && session.role !== 'invited';
  const leaving = useAct(() => signOut(client), { onFailed: toastError });
  return (
    <header className="border-b border-line bg-card">
      <div className="mx-auto flex min-h-15 w-[min(1440px,100%-40px)] flex-wrap items-center gap-x-3">
        <Link
          to={session ? pages.admin.path : '/'}
          className="flex min-h-11 min-w-0 items-center gap-2.5 font-bold text-ink no-underline"
        >
          <Logo /> <span className="max-sm:sr-only">{name}</span>
        </Link>
        {config?.mode === 'sandbox' && <Pill kind="warn">Sandbox</Pill>}
        {isSetUp && <LivePill />}
        <div className="ml-auto flex items-center gap-1.5">
          {session && <span className="max-lg:sr-only lg:mr-3">Signed in as {session.name}</span>}
          {isSetUp && <PaletteButton />}
          <ThemeToggle />
          {session && (
            <>
              <SmallButton
                className={isSetUp ? 'max-md:hidden' : ''}
                busy={leaving.isPending}
                busyLabel="Signing out…"
                onClick={() => leaving.start()}
              >
                Sign out
              </SmallButton>
              {isSetUp && (
                <button
                  ref={pictureButton}
                  type="button"
                  aria-expanded={isOpen}
                  aria-controls="operators-menu"
                  onClick={() => setOpenAt(isOpen ? null : pathname)}
                  className="grid size-11 place-items-center rounded-full text-ink-2 hover:bg-sunk lg:hidden"
                >
                  {isOpen ? <X aria-hidden className="size-6" /> : <Menu aria-hidden className="size-6" />}
                  <span className="sr-only">{isOpen ? 'Close the menu' : 'Open the menu'}</span>
                </button>
              )}
            </>
          )}
        </div>
        {session && isSetUp && isOpen && (
          <div id="operators-menu" className="w-full border-t border-line pb-4 lg:hidden">
            <SideNav isOwner={session.role === 'owner'} />
            <button type="button" onClick={() => leaving.start()} className={cx(menuLinkClass, 'w-full md:hidden')}>
              <LogOut aria-hidden className="size-5" /> Sign out
            </button>
          </div>
        )}
      </div>
    </header>
  );
}

/** Shows whether the page updates by server-sent events or by polling. */
function LivePill() {
  const { isLive } = useFeed();
  return (
    <span role="status" className="max-sm:hidden">
      <Pill kind={isLive ? 'good' : 'plain'}>{isLive ? 'Live' : 'Updates every 30 s'}</Pill>
    </span>
  );
}
