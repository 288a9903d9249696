import { detectSecret } from '@xrp-bridge/contracts/secrets';
import { useState } from 'react';

/** Removes a secret key or recovery phrase from a text box before other code reads it. */
export function useSecretGuard(expected?: 'transaction_hash') {
  const [stopped, setStopped] = useState(false);
  return {
    /** True after a removal, until other text is typed. */
    stopped,
    /** Returns the text unchanged, or '' if it contains a secret. */
    pass(text: string): string {
      const isSecret = detectSecret(text, expected) !== null;
      if (text) setStopped(isSecret);
      return isSecret ? '' : text;
    },
  };
}
