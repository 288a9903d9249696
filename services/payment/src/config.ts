import { evenIfOthersAreWrong } from '@xrp-bridge/runtime/config';
import { z } from 'zod';

const sandboxKey = 'sk_sandbox_';

/** Returns the kind of a key: live, test or sandbox. */
function kindOf(key: string): string | undefined {
  return /^[a-z]+_([a-z]+)_/.exec(key)?.[1];
}

/** Access to the payment provider. Sandbox keys work only with our sandbox, and never in production. */
export const paymentSettings = z
  .object({
    MODE: z.enum(['sandbox', 'production']).default('sandbox'),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
    STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_\w+$/, 'must be a secret key (sk_… or rk_…)'),
    STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_\S{8,}$/, 'must be a webhook secret (whsec_…)'),
    /** This key is read only to check that both keys are of the same kind. */
    STRIPE_PUBLISHABLE_KEY: z.string().optional(),
    STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
  })
  .superRefine((settings, context) => {
    // This check also runs if other settings are missing or wrong, so each setting may be undefined.
    const { STRIPE_SECRET_KEY: key = '', STRIPE_PUBLISHABLE_KEY: publishable = key } = settings;
    const isSandboxKey = key.startsWith(sandboxKey);
    const refuse = (name: keyof typeof settings, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (kindOf(publishable) !== kindOf(key)) {
      refuse(
        'STRIPE_PUBLISHABLE_KEY',
        'is of another kind than STRIPE_SECRET_KEY: one is for tests, one for real money',
      );
    }
    if (settings.MODE === 'production') {
      if (settings.STRIPE_WEBHOOK_SECRET?.startsWith('whsec_local_only')) {
        refuse('STRIPE_WEBHOOK_SECRET', 'is the one of docker-compose.yml, which everybody can read');
      }
      if (isSandboxKey) refuse('STRIPE_SECRET_KEY', 'a sandbox key cannot be used in production');
      if (settings.STRIPE_API_BASE) refuse('STRIPE_API_BASE', 'must be unset in production');
    } else if (isSandboxKey && !settings.STRIPE_API_BASE) {
      refuse('STRIPE_API_BASE', 'is needed with a sandbox key: it says where the sandbox is');
    }
  }, evenIfOthersAreWrong);

export type PaymentSettings = z.infer<typeof paymentSettings>;
