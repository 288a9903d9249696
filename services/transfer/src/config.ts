import { z } from 'zod';

/**
 * Public servers with full history first. Their operators ask for fair use, and Ripple says of s1 and s2 that they are
 * not for sustained or business use (https://xrpl.org/docs/tutorials/public-servers): a busy installation names its own
 * or a paid server in XRPL_WS_URL.
 */
const publicServers = ['wss://xrplcluster.com/', 'wss://s1.ripple.com/', 'wss://s2.ripple.com/'];

const serverList = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .pipe(z.array(z.url({ protocol: /^wss?$/, error: 'must be ws:// or wss:// addresses, parted by commas' })).max(10));

export const transferSettings = z.object({
  MODE: z.enum(['sandbox', 'production']).default('sandbox'),
  /** Ledger servers, the preferred one first; two or more, so that one can fail and one can confirm the other. */
  XRPL_WS_URL: serverList.optional(),
  /** How support is described at the end of the instructions. */
  SUPPORT_EMAIL: z.email().default('support@xrp-bridge.example'),
  SUPPORT_HOURS: z.string().default('Monday to Friday, 9 to 17 UTC'),
  SUPPORT_RESPONSE: z.string().default('within one working day'),
});

/** The servers to read the ledger from; none in sandbox mode without a sandbox. */
export function ledgerServersOf(settings: z.infer<typeof transferSettings>): readonly string[] {
  return settings.XRPL_WS_URL ?? (settings.MODE === 'production' ? publicServers : []);
}
