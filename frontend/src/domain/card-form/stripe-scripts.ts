interface TrustedTypes {
  defaultPolicy: unknown;
  createPolicy(name: 'default', rules: { createScriptURL(address: string): string | null }): unknown;
}

const stripeOrigin = /^https:\/\/([a-z0-9-]+\.)*js\.stripe\.com$/;

/**
 * Allows Stripe's scripts, and no others, where the CSP requires Trusted Types.
 * stripe-js and Stripe.js assign URLs as plain strings and create no policy. Browsers pass such strings to the policy
 * named `default` (https://www.w3.org/TR/trusted-types/#default-policy-hdr). HTML and inline code stay blocked.
 */
export function allowStripeScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  trustedTypes.createPolicy('default', {
    // For null, the browser blocks the script if the CSP is enforced, and only reports it in report-only mode. An
    // exception would block the script in both modes.
    createScriptURL: (address) => (stripeOrigin.test(URL.parse(address)?.origin ?? '') ? address : null),
  });
}
