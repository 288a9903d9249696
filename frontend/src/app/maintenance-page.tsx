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

/** Replaces every customer's page during maintenance. */
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
        <Page title="Under maintenance" narrow lead="Expected completion: soon. There is nothing you have to do.">
          <StateCard actions={<TryAgain />}>
            <p>We are making an improvement. Come back in a few minutes, or press “Try again”.</p>
            <p>
              Your transfer and everything you paid for stay as they are. Please do not pay again. You can still read
              your guide: open it with the link in our e-mail.
            </p>
            <p>
              Your XRP is not affected: it never passes through us. What you have sent still arrives in your wallet.
            </p>
          </StateCard>
        </Page>
      </main>
    </>
  );
}
