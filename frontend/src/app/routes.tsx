import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router-dom';
import { HomePage } from '../features/selection/home-page.tsx';
import { paths, transferIdFrom } from '../shared/paths.ts';
import { BrokenPage, LoadingPage, Shell } from './shell.tsx';

/** Screens of the specification that come with the next update: each says so, none is a 404. */
const comingPaths = [
  '/start',
  '/transfer-flow',
  '/assistant',
  '/concierge',
  '/concierge-success',
  '/concierge/dashboard',
  '/concierge/encryption',
  '/concierge/register',
  '/quantum',
  '/trust-wallet-setup',
  '/nansen',
  '/admin',
  '/admin-bypass',
  '/marketing',
  '/x-test',
  '/get-ip',
] as const;

/** Every route of the application. The landing page is in the first file the browser loads, each other one in its own. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <BrokenPage />,
    children: [
      {
        errorElement: <BrokenPage />,
        HydrateFallback: LoadingPage,
        children: [
          { path: '/', Component: HomePage, loader: leaveForPaymentReturn },
          {
            path: '/transfer',
            lazy: async () => ({ Component: (await import('../features/selection/transfer-page.tsx')).TransferPage }),
          },
          {
            path: '/transfer/:id',
            lazy: async () => ({ Component: (await import('../features/guide/guide-page.tsx')).GuidePage }),
          },
          {
            path: '/checkout',
            lazy: async () => ({ Component: (await import('../features/checkout/checkout-page.tsx')).CheckoutPage }),
          },
          {
            path: '/checkout-old',
            loader: ({ request }) => redirect(`/checkout${new URL(request.url).search}`),
            // Never shown, but a route without one is taken for a mistake.
            element: null,
          },
          {
            path: '/checkout-failed',
            lazy: async () => ({ Component: (await import('../features/checkout/checkout-page.tsx')).FailedPage }),
          },
          {
            path: '/checkout-success',
            lazy: async () => ({ Component: (await import('../features/checkout/success-page.tsx')).SuccessPage }),
          },
          {
            path: '/resume',
            lazy: async () => ({ Component: (await import('../features/guide/resume-page.tsx')).ResumePage }),
          },
          ...comingPaths.map((path) => ({
            path,
            lazy: async () => ({ Component: (await import('../features/coming/coming-page.tsx')).ComingPage }),
          })),
          {
            path: '*',
            lazy: async () => ({ Component: (await import('../features/not-found/not-found-page.tsx')).NotFoundPage }),
          },
        ],
      },
    ],
  },
];

/** The payment provider may return to /?payment=success&transferId=…: the screen that asks the server what is true takes over. */
function leaveForPaymentReturn({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const id = transferIdFrom(query);
  return query.get('payment') === 'success' && id ? redirect(paths.checkoutSuccess(id)) : null;
}
