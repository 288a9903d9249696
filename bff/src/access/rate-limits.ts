import rateLimit from '@fastify/rate-limit';
import { type FastifyInstance, type openRedis, ProblemError } from '@xrp-bridge/runtime';
import type { RouteOptions } from 'fastify';

// Calls per minute and IP address; IPv6 callers are counted per /64 network. Sign-in has stricter limits
// (sign-in-failures.ts).
const perMinute = {
  /** Pages and their files. A page loads some thirty files, and many people may share an address. */
  page: 3_000,
  read: 600,
  write: 60,
  /** Calls that send an e-mail, call a third party, redeem a link's token or count as a paid click. */
  costly: 20,
} as const;

const costly = new Set([
  'POST /api/transfers/:id/complete',
  'POST /api/transfers/:id/refund-request',
  'POST /api/transfers/:id/phone-link',
  'POST /api/transfers/resume',
  'POST /api/transfers/resume-link',
  'POST /api/transfers/:id/resume-link',
  'POST /api/create-payment-intent',
  'POST /api/create-concierge-payment',
  'POST /api/concierge-checkout',
  'POST /api/concierge/complete',
  'POST /api/concierge/sign-in-link',
  'POST /api/concierge/sign-in',
  'POST /api/concierge/register',
  'POST /api/concierge/refund-request',
  'POST /api/concierge/portfolio',
  'PUT /api/concierge/newsletters',
  'POST /api/signal-subscriptions',
  'POST /api/signal-subscriptions/read',
  'POST /api/signal-subscriptions/checkout',
  'POST /api/signal-subscriptions/cancel',
  'POST /api/signal-subscriptions/money-back',
  'POST /api/save-contact',
  'POST /api/quantum-waitlist',
  'POST /api/ai-helper',
  'POST /api/ad-revenue',
  'PUT /api/operator/account/alerts',
  'POST /api/operator/account/alerts/confirm',
  'POST /api/operator/account/alerts/test/:way',
]);

/**
 * Routes without a rate limit.
 * Mailbox providers unsubscribe many customers from few IP addresses (RFC 8058). The signed token in each mail protects
 * these routes.
 */
const unlimited = new Set(['POST /api/newsletters/unsubscribe/:token']);

/** Reads that call the XRP Ledger's public servers, which have their own limits. */
const ledgerReads = new Set(['/api/destination-check', '/api/transaction-check']);

/**
 * Adds a rate limit to each route.
 * Must run before the routes are added. Health and webhooks have no limit.
 * @param redis stores the counters for all instances; without it, each instance counts its own calls. While Redis is
 * unavailable, only sign-ins are limited.
 */
export async function addRateLimits(app: FastifyInstance, redis?: ReturnType<typeof openRedis>): Promise<void> {
  if (redis) app.addHook('onClose', async () => redis.disconnect());
  app.addHook('onRoute', (route) => {
    const kind = kindOf(route);
    if (!kind) return;
    route.config = { ...route.config, rateLimit: { max: perMinute[kind], timeWindow: '1 minute' } };
  });
  await app.register(rateLimit, {
    global: false,
    ...(redis ? { redis, nameSpace: 'xrp-bridge:rate-limit:', skipOnError: true } : {}),
    errorResponseBuilder: (_request, context) =>
      new ProblemError('rate_limited', `Too many requests. Please try again in ${context.after}.`),
  });
}

function kindOf({ method, url, config }: RouteOptions): keyof typeof perMinute | null {
  if (!url.startsWith('/api/')) return config?.page ? 'page' : null;
  if (unlimited.has(`${method} ${url}`)) return null;
  if (costly.has(`${method} ${url}`)) return 'costly';
  return (method === 'GET' || method === 'HEAD') && !ledgerReads.has(url) ? 'read' : 'write';
}
