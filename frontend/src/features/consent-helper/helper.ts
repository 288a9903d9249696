/** The customer's answer to the offer. A closed helper is only a small button. */
export interface Helper {
  consent: boolean;
  open: boolean;
}

export type HelperEvent = 'yes' | 'no' | 'closed' | 'opened';

export function changeHelper(helper: Helper, event: HelperEvent): Helper {
  switch (event) {
    case 'yes':
      return { consent: true, open: true };
    case 'no':
      return { consent: false, open: false };
    case 'closed':
      return { ...helper, open: false };
    case 'opened':
      return { ...helper, open: true };
  }
}

export type Stage = 'intro' | 'exchange' | 'wallet' | 'payment';

/**
 * Returns the stage of the helper (spec 1 §4).
 * The stages are the offer to help, then the first missing choice (exchange, wallet), and the payment once both are
 * chosen.
 */
export function stageOf({ consent, from, to }: { consent: boolean; from: unknown; to: unknown }): Stage {
  if (!consent) return 'intro';
  if (!from) return 'exchange';
  return to ? 'payment' : 'wallet';
}
