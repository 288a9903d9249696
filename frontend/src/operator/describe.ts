import { ApiError, describe } from '../lib/api/client.ts';

/** Texts for operators. They replace the server's titles of these codes, which address customers. */
const operatorsWords: Record<string, string> = {
  payment_provider_unavailable:
    'Stripe did not answer, so nothing was changed. “Providers” shows since when it fails. Try again once it is good.',
  ad_provider_unavailable:
    'The ad platform did not answer. “Providers” shows since when it fails. Look there first whether it was done.',
};

/** Returns the cause of a failed call in words for operators. */
export function describeToOperator(error: unknown, otherwise = 'Please check your connection and try again.'): string {
  const code = error instanceof ApiError ? error.problem?.code : undefined;
  return (code && operatorsWords[code]) || describe(error, otherwise);
}
