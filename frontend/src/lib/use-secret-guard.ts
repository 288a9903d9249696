import { detectSecret } from '@xrp-bridge/contracts/secrets';
import { useState } from 'react';

/** Keeps a secret key or recovery phrase out of a text box: it is taken out before anything else can see it. */
export function useSecretGuard(expected?: 'transaction_hash') {
  const [stopped, setStopped] = useState(false);
  return {
    /** One was taken out, until something else is typed. */
    stopped,
    /** Answers what may stay in the box. */
    pass(text: string): string {
      const isSecret = detectSecret(text, expected) !== null;
      if (text) setStopped(isSecret);
      return isSecret ? '' : text;
    },
  };
}
