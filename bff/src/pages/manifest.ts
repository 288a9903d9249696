import type { Context } from '../context.ts';

/** The icons in frontend/public. The PNG files show the same drawing as favicon.svg. */
const icons = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
] as const;

export const manifestPath = '/app.webmanifest';

/** Returns the web app manifest, which makes the site installable (https://www.w3.org/TR/appmanifest/). */
export function webAppManifest({ PRODUCT_NAME }: Pick<Context['settings'], 'PRODUCT_NAME'>) {
  return {
    id: '/',
    name: PRODUCT_NAME,
    short_name: PRODUCT_NAME,
    description: 'Step-by-step guidance for moving XRP from an exchange to your own wallet.',
    lang: 'en-US',
    start_url: '/',
    scope: '/',
    // `minimal-ui` shows the site's address, and iOS sends push messages only to `standalone`.
    display: 'standalone',
    display_override: ['minimal-ui'],
    background_color: '#f7f5f0',
    theme_color: '#f7f5f0',
    icons,
  };
}
