import { z } from 'zod';

/**
 * Public servers. Those with full history come first.
 * Their operators require fair use, and s1 and s2 are not for sustained or business use
 * (https://xrpl.org/docs/tutorials/public-servers). A busy installation sets XRPL_WS_URL to its own or a paid server.
 */
const publicServers = ['wss://xrplcluster.com/', 'wss://s1.ripple.com/', 'wss://s2.ripple.com/'];

const serverList = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .pipe(z.array(z.url({ protocol: /^wss?$/, error: 'must be ws:// or wss:// addresses, parted by commas' })).max(10));

export const transferSettings = z.object({
  MODE: z.enum(['sandbox', 'production']).default('sandbox'),
  /**
   * Ledger servers, preferred first.
   * With two or more servers, one may fail, and one can confirm another's reply.
   */
  XRPL_WS_URL: serverList.optional(),
  /** Support contact at the end of the instructions. */
  SUPPORT_EMAIL: z.email().default('support@xrp-bridge.example'),
  SUPPORT_HOURS: z.string().default('Monday to Friday, 9 a.m. to 5 p.m. UTC'),
  SUPPORT_RESPONSE: z.string().default('within one business day'),
});

/** Returns the ledger servers' URLs; empty in sandbox mode when XRPL_WS_URL is not set. */
export function ledgerServersOf(settings: z.infer<typeof transferSettings>): readonly string[] {
  return settings.XRPL_WS_URL ?? (settings.MODE === 'production' ? publicServers : []);
}
