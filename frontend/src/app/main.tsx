import '../ui/theme.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { createClientWithData, type InitialData } from '../lib/api/initial-data.ts';
import { holdPresses } from './presses.ts';
import { Providers } from './providers.tsx';
import { loadScreen, routes } from './routes.tsx';

declare global {
  /** The CSP nonce for libraries that add a style element, such as the dialog's scroll lock. */
  var __webpack_nonce__: string | undefined;
}

globalThis.__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

// A top-level await would not work: the screens' files import this file, and both would wait for each other. The start
// is a separate task, so that the browser can handle input between evaluating this file and rendering. Moreover, browsers
// that record the call stack of a request (developer tools, Lighthouse) would otherwise read this whole file again.
new Promise((resolve) => setTimeout(resolve)).then(start).catch((error: unknown) => {
  console.warn(error);
  // The prerendered page is still visible, but cannot react to input, so the failure message is shown.
  showFailure();
});

/** Hydrates a prerendered page, or renders any other page. */
async function start(): Promise<void> {
  const root = document.getElementById('root') as HTMLElement;
  const initialData = readInitialData();
  if (initialData) await loadScreen(location.pathname);
  // Without hydration data, the router would scroll to the top, although the visitor may have scrolled already.
  const router = createBrowserRouter(routes, initialData ? { hydrationData: {} } : undefined);
  const app = (
    <Providers client={createClientWithData(initialData)} prerendered={initialData !== null}>
      <RouterProvider router={router} />
    </Providers>
  );
  const options: RootOptions = {
    // The router catches the errors of pages. After any other error the window is empty, so the failure message is
    // shown.
    onUncaughtError(error) {
      reportError(error);
      showFailure();
    },
    // React recovers from a mismatch by rendering again. By default it calls `reportError`, and public/theme.js would
    // then show the failure message.
    onRecoverableError: console.error,
  };
  holdPresses();
  // In a transition, React hydrates in small pieces, so that the browser can handle input such as scrolling in between.
  startTransition(() => {
    if (initialData) hydrateRoot(root, app, options);
    else createRoot(root, options).render(app);
  });
}

function showFailure(): void {
  document.getElementById('failed')?.removeAttribute('hidden');
}

/** Returns the data with which the server rendered the page, or null if the page is not prerendered. */
function readInitialData(): InitialData | null {
  const written = document.getElementById('initial-data')?.textContent;
  return written ? JSON.parse(written) : null;
}
