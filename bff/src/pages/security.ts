import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from '@fastify/helmet';
import { type FastifyInstance, type FastifyRequest, ProblemError } from '@xrp-bridge/runtime';
import { type BffSettings, providerOf } from '../config.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route that serves an HTML page. Its responses have helmet's headers, not those for data. */
    page?: boolean;
  }
}

const oneYear = 365 * 24 * 3600;
/** The Trusted Types policy that frontend/src/domain/card-form/stripe-scripts.ts creates. */
const stripePolicy = 'default';
/** The Trusted Types policy that frontend/src/features/guide/push.ts creates. */
const pushWorkerPolicy = 'push-worker';

/** Adds the security headers to all responses except pages. */
export function addDataHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers: Record<string, string> = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  if (isHttps(publicUrl)) headers['strict-transport-security'] = `max-age=${oneYear}; includeSubDomains`;
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.page) reply.headers(headers);
    done();
  });
}

/**
 * Adds helmet's headers and a strict CSP to the pages of this Fastify scope.
 * `reply.raw.nonce` contains the nonce for styles.
 * @param scripts the inline scripts that may run, as their exact text
 */
export async function addPageHeaders(
  scope: FastifyInstance,
  settings: BffSettings & { PUBLIC_URL: string },
  scripts: readonly string[] = [],
): Promise<void> {
  const https = isHttps(settings.PUBLIC_URL);
  const provider = providerOrigins(settings);
  const policies = [...(provider.scripts.length > 0 ? [stripePolicy] : []), pushWorkerPolicy];
  const isReported = settings.TRUSTED_TYPES === 'report';
  const reported = `require-trusted-types-for 'script'; trusted-types ${policies.join(' ')}`;
  const permissions = ['camera', 'geolocation', 'microphone', 'usb'].map((feature) => `${feature}=()`);
  const payers = ['self', ...provider.frames.filter((origin) => !origin.includes('*')).map((origin) => `"${origin}"`)];

  scope.addHook('onRequest', (_request, reply, done) => {
    (reply.raw as PageResponse).nonce = randomBytes(16).toString('base64');
    reply.header('permissions-policy', [...permissions, `payment=(${payers.join(' ')})`].join(', '));
    if (isReported) reply.header('content-security-policy-report-only', reported);
    done();
  });
  await scope.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scripts.map(hashOf), ...provider.scripts],
        styleSrc: ["'self'", (_request: IncomingMessage, response: ServerResponse) => `'nonce-${nonceOf(response)}'`],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...provider.calls],
        frameSrc: provider.frames.length ? provider.frames : ["'none'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'", ...provider.forms],
        // With Trusted Types, only the listed policies can create script URLs, and these policies allow only known
        // scripts.
        ...(isReported ? {} : { requireTrustedTypesFor: ["'script'"], trustedTypes: policies }),
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // The payment form opens windows of banks and wallets, and these windows send messages back to the form.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: https ? { maxAge: oneYear, includeSubDomains: true } : false,
  });
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

type PageResponse = ServerResponse & { nonce?: string };

export function nonceOf(response: ServerResponse): string {
  return (response as PageResponse).nonce ?? '';
}

interface ProviderOrigins {
  scripts: string[];
  calls: string[];
  frames: string[];
  forms: string[];
}

/** Returns true if the card form is Stripe's, not the sandbox's. */
export function usesStripe(settings: BffSettings): boolean {
  return providerOrigins(settings).scripts.length > 0;
}

/**
 * Returns the origins that the card form needs, without the origins for address completion.
 * See https://docs.stripe.com/security/guide#content-security-policy
 */
function providerOrigins(settings: BffSettings): ProviderOrigins {
  const { publishableKey, apiBase } = providerOf(settings);
  if (apiBase) return { scripts: [], calls: [apiBase], frames: [], forms: [apiBase] };
  if (!publishableKey) return { scripts: [], calls: [], frames: [], forms: [] };
  const library = ['https://js.stripe.com', 'https://*.js.stripe.com'];
  return {
    scripts: library,
    calls: ['https://api.stripe.com'],
    frames: [...library, 'https://hooks.stripe.com'],
    forms: ['https://checkout.stripe.com'],
  };
}

/**
 * Refuses writes that another site makes the browser send (CSRF).
 * Allows calls without `Sec-Fetch-Site` and `Origin`: such calls come from programs, which do not send our customers'
 * cookies.
 */
export function refuseCrossSiteWrites(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method } = request;
    const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
    // Webhooks come from other sites; their signature proves the sender.
    if (isRead || request.routeOptions.url?.startsWith('/webhooks/')) return done();
    done(isCrossSite(request, publicUrl) ? new ProblemError('cross_site_refused') : undefined);
  });
}

function isCrossSite(request: FastifyRequest, publicUrl: string): boolean {
  const { origin } = request.headers;
  if (request.headers['sec-fetch-site'] === 'cross-site') return true;
  if (origin === undefined || origin === new URL(publicUrl).origin) return false;
  // Allows origins with the requested host. If our site uses https, the http origin of that host is refused, because an
  // attacker in the network can forge http pages.
  const from = URL.parse(origin);
  return from?.host !== request.host || (isHttps(publicUrl) && from.protocol !== 'https:');
}

function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
