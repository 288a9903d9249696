import '../ui/theme.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { createKnowingClient, type Known } from '../lib/api/known.ts';
import { Providers } from './providers.tsx';
import { loadScreen, routes } from './routes.tsx';

declare global {
  /** Where libraries that add a style element (the dialog's scroll lock) look for the CSP nonce. */
  var __webpack_nonce__: string | undefined;
}

globalThis.__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

// Not by an await of this file: the screens' files import it, and would wait for it while it waits for them. And in a turn of
// its own: a browser that notes which line asked for what (its tools, Lighthouse) reads this whole file again for the line.
Promise.resolve()
  .then(start)
  .catch((error: unknown) => {
    console.warn(error);
    // What the server drew stays, and answers nothing.
    sayFailed();
  });

/** Takes the page over that the server drew, or draws it. */
async function start(): Promise<void> {
  const root = document.getElementById('root') as HTMLElement;
  const known = readKnown();
  if (known) await loadScreen(location.pathname);
  // Whoever has read on meanwhile stays there: a router that takes nothing over begins at the top.
  const router = createBrowserRouter(routes, known ? { hydrationData: {} } : undefined);
  const app = (
    <Providers client={createKnowingClient(known)}>
      <RouterProvider router={router} />
    </Providers>
  );
  const options: RootOptions = {
    // The router catches what fails in a page: without it, nothing would be left to see.
    onUncaughtError(error) {
      reportError(error);
      sayFailed();
    },
    // What could not be taken over is drawn anew: it is no failure, and not to be told as one to public/theme.js.
    onRecoverableError: (error) => console.error(error),
  };
  // In small pieces: whoever scrolls or taps meanwhile is heard.
  startTransition(() => {
    if (known) hydrateRoot(root, app, options);
    else createRoot(root, options).render(app);
  });
}

function sayFailed(): void {
  document.getElementById('failed')?.removeAttribute('hidden');
}

/** What the server drew the page with; null where it drew nothing. */
function readKnown(): Known | null {
  const written = document.getElementById('known')?.textContent;
  return written ? JSON.parse(written) : null;
}
