import { z } from 'zod';

/** How support is described at the end of the instructions. */
export const transferSettings = z.object({
  SUPPORT_EMAIL: z.email().default('support@xrp-bridge.example'),
  SUPPORT_HOURS: z.string().default('Monday to Friday, 9 to 17 UTC'),
  SUPPORT_RESPONSE: z.string().default('within one working day'),
});
