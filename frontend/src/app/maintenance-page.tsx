import { useProductName } from '../lib/api/config.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/layout.tsx';
import { Logo } from '../ui/logo.tsx';
import { StateCard } from '../ui/state.tsx';

/** Requests the page again. Without scripts, the button submits the form to the current URL. */
function TryAgain() {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        location.reload();
      }}
    >
      <Button type="submit" className="max-sm:w-full">
        Try again
      </Button>
    </form>
  );
}

/** Replaces pages without `staysOpen` during maintenance. */
export function MaintenancePage() {
  const name = useProductName();
  return (
    <>
      <header className="border-b border-line">
        <p className="mx-auto flex min-h-17 w-[min(1120px,100%-40px)] items-center gap-2.5 text-lg font-bold">
          <Logo /> {name}
        </p>
      </header>
      <main>
        <Page title="Under maintenance" narrow lead="Expected completion: soon. You don’t need to do anything.">
          <StateCard actions={<TryAgain />}>
            <p>We’re making some improvements. Come back in a few minutes, or press “Try again.”</p>
            <p>
              Your transfer and everything you paid for are safe. Please don’t pay again. You can still read your guide.
              Just open it with the link in our email.
            </p>
            <p>
              This doesn’t affect your XRP, because it never passes through us. XRP you’ve already sent doesn’t need our
              site to arrive.
            </p>
          </StateCard>
        </Page>
      </main>
    </>
  );
}
