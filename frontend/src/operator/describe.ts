import { ApiError, describe } from '../lib/api/client.ts';

/** Texts for operators. They replace the server's titles of these codes, which address customers. */
const operatorsWords: Record<string, string> = {
  payment_provider_unavailable:
    'Stripe didn’t respond, so nothing changed. “Providers” shows when it started failing. Try again once Stripe is working.',
  ad_provider_unavailable:
    'The ad platform didn’t respond. “Providers” shows when it started failing. Before you try again, check the platform to see if your change went through.',
};

/** Returns the cause of a failed call in words for operators. */
export function describeToOperator(error: unknown, otherwise = 'Please check your connection and try again.'): string {
  const code = error instanceof ApiError ? error.problem?.code : undefined;
  return (code && operatorsWords[code]) || describe(error, otherwise);
}
