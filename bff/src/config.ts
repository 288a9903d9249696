import { BlockList, isIP, isIPv6 } from 'node:net';
import { fileURLToPath } from 'node:url';
import { byUrlSetting } from '@xrp-bridge/contracts/services';
import { checkDestination, tagProblem } from '@xrp-bridge/contracts/xrp-address';
import { baseSettings, evenIfOthersAreWrong } from '@xrp-bridge/runtime/config';
import { z } from 'zod';
import { isEasyPassword } from './access/easy-password.ts';

const serviceUrl = z.url({ protocol: /^https?$/ });
/** The URLs of a service's instances, separated by commas. */
const serviceUrls = z
  .string()
  .refine((text) => text.split(',').every((url) => serviceUrl.safeParse(url.trim()).success), {
    error: 'must be an http:// address, or several with commas between',
  });

/**
 * Manual ways to pay, as JSON.
 * XRP is refused, so that no customer pays by sending XRP to a wrong address.
 */
const manualPayments = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON: [{"id": "…", "label": "…", "handle": "…"}]' });
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(
        z.strictObject({
          id: z.string().regex(/^[a-z0-9-]{1,40}$/),
          label: z.string().trim().min(1).max(40),
          handle: z.string().trim().min(1).max(120),
        }),
      )
      .max(8)
      .refine((ways) => new Set(ways.map((way) => way.id)).size === ways.length, 'has an id twice')
      .refine(
        (ways) => !ways.some((way) => /\b(xrp|ripple)\b/i.test(`${way.id} ${way.label}`) || isXrpAddress(way.handle)),
        'must not name XRP as a way to pay',
      ),
  );

const sampleManualPayments = [
  { id: 'paypal', label: 'PayPal', handle: 'sample@xrp-bridge.example' },
  { id: 'venmo', label: 'Venmo', handle: '@xrp-bridge-sample' },
  { id: 'cash-app', label: 'Cash App', handle: '$xrpbridgesample' },
  { id: 'zelle', label: 'Zelle', handle: 'sample-zelle@xrp-bridge.example' },
];

interface Network {
  address: string;
  bits: number;
  family: 'ipv4' | 'ipv6';
}

function parseNetwork(text: string): Network | null {
  const [address = '', prefix] = text.trim().split('/');
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const longest = family === 'ipv6' ? 128 : 32;
  const bits = prefix === undefined ? longest : /^\d+$/.test(prefix) ? Number(prefix) : Number.NaN;
  return isIP(address) && Number.isInteger(bits) && bits >= 0 && bits <= longest ? { address, bits, family } : null;
}

const addressList = z.string().transform((text, context) => {
  const list = new BlockList();
  for (const entry of text.split(',')) {
    const network = parseNetwork(entry);
    if (network) list.addSubnet(network.address, network.bits, network.family);
    else {
      context.addIssue({ code: 'custom', message: 'must be addresses or networks like 203.0.113.7, 2001:db8::/32' });
      return z.NEVER;
    }
  }
  return list;
});

const booleanSetting = z.enum(['on', 'off', 'true', 'false']).transform((text) => text === 'on' || text === 'true');

/** Proxies whose X-Forwarded-For is trusted: none, all in private networks, or the listed ones. */
const trustProxy = z.string().transform((text, context): false | string => {
  if (text === 'off') return false;
  if (text === 'on') return 'loopback, linklocal, uniquelocal';
  const named = /^(loopback|linklocal|uniquelocal)$/;
  // A prefix length of 0 is refused, because then every caller would count as a proxy.
  if (text.split(',').every((part) => named.test(part.trim()) || parseNetwork(part)?.bits)) return text;
  context.addIssue({ code: 'custom', message: 'must be off, on, or the addresses of the proxies' });
  return z.NEVER;
});

export const bffSettings = z
  .object({
    MODE: baseSettings.shape.MODE,
    PRODUCT_NAME: baseSettings.shape.PRODUCT_NAME,
    PUBLIC_URL: baseSettings.shape.PUBLIC_URL,
    ...byUrlSetting(() => serviceUrls),
    STRIPE_PUBLISHABLE_KEY: z
      .string()
      .regex(/^pk_\w+$/, 'must begin with pk_')
      .optional(),
    STRIPE_API_BASE: serviceUrl.optional(),
    /** The sandbox's URL for browsers, if browsers cannot use STRIPE_API_BASE. */
    STRIPE_BROWSER_BASE: serviceUrl.optional(),
    /** If false, no page offers the concierge. Owners still have access, and the API still sells it. */
    CONCIERGE_OFFERED: booleanSetting.default(true),
    MANUAL_PAYMENTS: manualPayments.optional(),
    SUPPORT_HOURS: z.string().default('Monday to Friday, 9 a.m. to 5 p.m. UTC'),
    SUPPORT_RESPONSE: z.string().default('within one business day'),
    /** The URL of our profile on a social network. If missing, no page links to a profile. */
    SOCIAL_URL: z.url({ protocol: /^https$/, error: 'must be an https:// address' }).optional(),
    TIP_ADDRESS: z
      .string()
      .refine((text) => checkDestination(text, null).ok, 'must be an XRP address')
      .optional(),
    TIP_TAG: z
      .string()
      .refine((text) => tagProblem(text) === null, 'must be a destination tag')
      .optional(),
    OPERATOR_PASSWORD: z.string().max(200).optional(),
    OPERATOR_ALLOWED_IPS: addressList.optional(),
    /** The largest refund that staff may make at once, in dollars. */
    STAFF_REFUND_LIMIT: z.coerce.number('must be an amount of dollars').min(0).max(10_000).default(4),
    AI_BASE_URL: serviceUrl.optional(),
    AI_API_KEY: z.string().optional(),
    AI_MODEL: z.string().max(200).optional(),
    TRUST_PROXY: trustProxy.default(false),
    RATE_LIMITS: z.enum(['on', 'off']).optional(),
    /**
     * Trusted Types for Stripe.js: `report` allows violations and reports them.
     * Stripe.js changes without notice. If a change breaks the card form, `report` makes it work until the cause is
     * found.
     */
    TRUSTED_TYPES: z.enum(['enforce', 'report']).default('enforce'),
    STATIC_DIR: z.string().default(fileURLToPath(new URL('../../frontend/dist/', import.meta.url))),
  })
  .superRefine((settings, context) => {
    const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    const { TIP_ADDRESS: address, TIP_TAG: tag } = settings;
    if (address && tag && checkDestination(address, null).ok && !checkDestination(address, tag).ok)
      refuse('TIP_TAG', 'does not match TIP_ADDRESS');
    const ai = ['AI_BASE_URL', 'AI_API_KEY', 'AI_MODEL'] as const;
    if (ai.some((name) => settings[name])) {
      for (const name of ai.filter((each) => !settings[each])) refuse(name, 'belongs to the other AI_ settings');
    }
    if (settings.MODE !== 'production') return;
    // This rule also runs when settings are missing.
    const { OPERATOR_PASSWORD: password, PRODUCT_NAME = '', PUBLIC_URL = '' } = settings;
    if (password && isEasyPassword(password, [PRODUCT_NAME, PUBLIC_URL])) {
      refuse('OPERATOR_PASSWORD', 'is easy to guess. It needs 12 characters besides words like the product’s name');
    }
    if (typeof settings.TRUST_PROXY === 'string' && /linklocal|uniquelocal/.test(settings.TRUST_PROXY)) {
      // A caller in a trusted private network could forge an address of OPERATOR_ALLOWED_IPS.
      refuse('TRUST_PROXY', 'must be the addresses of the proxies in production');
    }
    if (settings.RATE_LIMITS === 'off') refuse('RATE_LIMITS', 'cannot be off in production');
    if (!settings.STRIPE_PUBLISHABLE_KEY) refuse('STRIPE_PUBLISHABLE_KEY', 'is missing');
    if (settings.STRIPE_PUBLISHABLE_KEY?.startsWith('pk_sandbox_')) {
      refuse('STRIPE_PUBLISHABLE_KEY', 'is the sandbox’s, which does not run in production');
    }
  }, evenIfOthersAreWrong);

export type BffSettings = z.infer<typeof bffSettings>;

/** Returns the browser's access to the payment provider; `apiBase` only for the sandbox. */
export function providerOf(settings: BffSettings): { publishableKey: string; apiBase?: string } {
  const publishableKey = settings.STRIPE_PUBLISHABLE_KEY ?? '';
  const apiBase = settings.STRIPE_BROWSER_BASE ?? settings.STRIPE_API_BASE;
  if (!apiBase || !publishableKey.startsWith('pk_sandbox_')) return { publishableKey };
  return { publishableKey, apiBase: new URL(apiBase).origin };
}

export function manualPaymentsOf(settings: BffSettings): { id: string; label: string; handle: string }[] {
  return settings.MANUAL_PAYMENTS ?? (settings.MODE === 'sandbox' ? sampleManualPayments : []);
}

/** Returns the XRP address for tips, as a classic address and a tag. */
export function tipOf(settings: BffSettings): { address: string; tag: string | null } | undefined {
  if (!settings.TIP_ADDRESS) return undefined;
  const destination = checkDestination(settings.TIP_ADDRESS, settings.TIP_TAG ?? null);
  return destination.ok ? { address: destination.address, tag: destination.tag } : undefined;
}

export function rateLimitsOn(settings: BffSettings): boolean {
  return (settings.RATE_LIMITS ?? (settings.MODE === 'production' ? 'on' : 'off')) === 'on';
}

function isXrpAddress(text: string): boolean {
  return checkDestination(text, null).ok;
}
