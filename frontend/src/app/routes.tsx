import { type OperatorPageName, operatorPages, type PageName, pages } from '@xrp-bridge/contracts/pages';
import {
  type IndexRouteObject,
  type LoaderFunctionArgs,
  matchRoutes,
  type RouteObject,
  redirect,
} from 'react-router-dom';
import { HomePage } from '../features/selection/home-page.tsx';
import { paths, transferIdFrom } from '../lib/paths.ts';
import { later } from '../ui/later.ts';
import { BrokenPage, LoadingPage, Screen, Shell } from './shell.tsx';

const ConsentHelper = later(async () => (await import('../features/consent-helper/consent-helper.tsx')).ConsentHelper);

type PageRoute = Omit<IndexRouteObject, 'index' | 'path'>;

/**
 * The screen of each page.
 * The first file that the browser loads contains the landing page. Each other page has its own file.
 */
const screens: Record<Exclude<PageName, OperatorPageName>, PageRoute> = {
  home: { element: <HomePage helper={<ConsentHelper />} />, loader: leaveForPaymentReturn },
  transfer: {
    lazy: async () => {
      const { TransferPage } = await import('../features/selection/transfer-page.tsx');
      return { element: <TransferPage helper={<ConsentHelper />} /> };
    },
  },
  guide: { lazy: async () => ({ Component: (await import('../features/guide/guide-page.tsx')).GuidePage }) },
  receipt: { lazy: async () => ({ Component: (await import('../features/guide/receipt-page.tsx')).ReceiptPage }) },
  checkout: {
    lazy: async () => ({ Component: (await import('../features/checkout/checkout-page.tsx')).CheckoutPage }),
  },
  checkoutOld: {
    loader: ({ request }) => redirect(pages.checkout.path + new URL(request.url).search),
    // The route always redirects, but the router warns about a route without an element.
    element: null,
  },
  checkoutFailed: {
    lazy: async () => ({ Component: (await import('../features/checkout/checkout-page.tsx')).FailedPage }),
  },
  checkoutSuccess: {
    lazy: async () => {
      // The guide is the next page: its code loads while the server verifies the payment.
      prefetchPage(pages.guide.path);
      return { Component: (await import('../features/checkout/success-page.tsx')).SuccessPage };
    },
  },
  resume: { lazy: async () => ({ Component: (await import('../features/guide/resume-page.tsx')).ResumePage }) },
  start: { lazy: async () => ({ Component: (await import('../features/wizard/wizard-page.tsx')).WizardPage }) },
  transferFlow: { lazy: async () => ({ Component: (await import('../features/flow/flow-page.tsx')).FlowPage }) },
  assistant: {
    lazy: async () => ({ Component: (await import('../features/chat/assistant-page.tsx')).AssistantPage }),
  },
  concierge: {
    lazy: async () => ({ Component: (await import('../features/concierge/concierge-page.tsx')).ConciergePage }),
  },
  conciergeSuccess: {
    lazy: async () => ({ Component: (await import('../features/concierge/success-page.tsx')).SuccessPage }),
  },
  conciergeDashboard: {
    lazy: async () => ({ Component: (await import('../features/concierge/dashboard-page.tsx')).DashboardPage }),
  },
  conciergeEncryption: {
    lazy: async () => ({ Component: (await import('../features/encryption/encryption-page.tsx')).EncryptionPage }),
  },
  conciergeRegister: {
    lazy: async () => ({ Component: (await import('../features/concierge/register-page.tsx')).RegisterPage }),
  },
  quantum: { lazy: async () => ({ Component: (await import('../features/quantum/quantum-page.tsx')).QuantumPage }) },
  walletGuide: {
    lazy: async () => ({ Component: (await import('../features/wallet-guide/wallet-guide-page.tsx')).WalletGuidePage }),
  },
  walletSetup: {
    lazy: async () => ({ Component: (await import('../features/wallet-setup/wallet-setup-page.tsx')).WalletSetupPage }),
  },
  newsletters: {
    lazy: async () => ({ Component: (await import('../features/newsletters/newsletters-page.tsx')).NewslettersPage }),
  },
  signals: { lazy: async () => ({ Component: (await import('../features/signals/signals-page.tsx')).SignalsPage }) },
  about: companyRoute('about'),
  privacy: companyRoute('privacy'),
  terms: companyRoute('terms'),
  refunds: companyRoute('refunds'),
};

function companyRoute(name: 'about' | 'privacy' | 'terms' | 'refunds'): PageRoute {
  return {
    lazy: async () => ({ Component: (await import('../features/company/company-pages.ts')).companyPages[name] }),
  };
}

/**
 * The operators' pages and their layout, in files that customers never load.
 * `/admin` has its own file, because it has charts and is opened first. `/marketing` has one, because it is large.
 */
const operatorFiles = {
  shell: async () => (await import('./operator-shell.tsx')).OperatorShell,
  admin: async () => (await import('../features/operator-admin/admin-page.tsx')).AdminPage,
  marketing: async () => (await import('../features/operator-marketing/marketing-page.tsx')).MarketingPage,
  others: async (name: keyof typeof import('./operator-screens.ts').operatorScreens) =>
    (await import('./operator-screens.ts')).operatorScreens[name],
};

const operatorRoutes: RouteObject = {
  lazy: async () => ({ Component: await operatorFiles.shell() }),
  errorElement: <BrokenPage />,
  HydrateFallback: LoadingPage,
  children: (Object.keys(operatorPages) as OperatorPageName[]).map((name) => ({
    path: operatorPages[name].path,
    lazy: async () => ({
      Component: await (name === 'admin' || name === 'marketing' ? operatorFiles[name]() : operatorFiles.others(name)),
    }),
  })),
};

export const routes: RouteObject[] = [
  operatorRoutes,
  {
    element: <Shell onPrefetch={prefetchPage} />,
    errorElement: <BrokenPage />,
    children: [
      {
        element: <Screen />,
        errorElement: <BrokenPage />,
        HydrateFallback: LoadingPage,
        children: [
          ...Object.entries(screens).map(([name, screen]) => ({ path: pages[name as PageName].path, ...screen })),
          {
            path: '*',
            lazy: async () => ({ Component: (await import('../features/not-found/not-found-page.tsx')).NotFoundPage }),
          },
        ],
      },
    ],
  },
];

/** A route as this file declares it: `lazy` is a function, not an object. */
type FiledRoute = Omit<RouteObject, 'lazy'> & { lazy?: () => Promise<object> };

function routesAt(pathname: string): FiledRoute[] {
  return (matchRoutes(routes, pathname) ?? []).map(({ route }) => route as unknown as FiledRoute);
}

/**
 * Fetches the code of a page before its link is opened.
 * An error is ignored: opening the link fetches the code again and shows the error.
 */
function prefetchPage(pathname: string): void {
  for (const { lazy } of routesAt(pathname)) lazy?.().catch(() => {});
}

/**
 * Loads the screen of a URL before hydration, so that the prerendered HTML stays in place.
 * Also removes the loaders, because they only redirect, and a URL that redirects is never prerendered.
 * @throws TypeError when the code cannot be fetched
 */
export async function loadScreen(pathname: string): Promise<void> {
  await Promise.all(
    routesAt(pathname).map(async (route) =>
      Object.assign(route, await route.lazy?.(), { lazy: undefined, loader: undefined }),
    ),
  );
}

/**
 * Redirects a return from the payment provider to the screen that verifies the payment.
 * The return URL is `/?payment=success&transferId=…`.
 */
function leaveForPaymentReturn({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const id = transferIdFrom(query);
  return query.get('payment') === 'success' && id ? redirect(paths.checkoutSuccess(id)) : null;
}
