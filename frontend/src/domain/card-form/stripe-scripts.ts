interface TrustedTypes {
  defaultPolicy: unknown;
  createPolicy(name: 'default', rules: { createScriptURL(address: string): string | null }): unknown;
}

const stripeOrigin = /^https:\/\/([a-z0-9-]+\.)*js\.stripe\.com$/;

/**
 * Allows scripts from Stripe's addresses, and no other text as a script, where the CSP requires Trusted Types. stripe-js
 * and Stripe.js assign their addresses as plain strings and create no policy, so it is the policy `default`, to which
 * browsers pass such strings (https://www.w3.org/TR/trusted-types/#default-policy-hdr). HTML and code stay refused.
 */
export function allowStripeScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  trustedTypes.createPolicy('default', {
    // Null is a violation, which the CSP refuses or reports; an exception would be thrown even where it only reports.
    createScriptURL: (address) => (stripeOrigin.test(URL.parse(address)?.origin ?? '') ? address : null),
  });
}
