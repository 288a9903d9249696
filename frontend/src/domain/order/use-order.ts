import { useQuery } from '@tanstack/react-query';
import type { ServiceFee } from '@xrp-bridge/contracts/prices';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { BodyFor } from '../../lib/api/client.ts';
import { configQuery } from '../../lib/api/config.ts';
import { paths } from '../../lib/paths.ts';
import type { Mistake } from '../../ui/error-summary.tsx';
import { storedConcierge } from '../concierge/stored-concierge.ts';
import { useCreateTransfer } from './create-transfer.ts';
import { firstOfferId, guide, offerMissing } from './offers.tsx';

/**
 * Manages the choice of an offer and the checkout.
 * `place` creates the transfer and opens its checkout. If there are two offers, `fee` is null until the customer has
 * chosen one. A single offer needs no choice.
 */
export function useOrder() {
  const navigate = useNavigate();
  const config = useQuery(configQuery);
  const create = useCreateTransfer();
  const [chosen, choose] = useState<ServiceFee | null>(null);
  const [undecided, setUndecided] = useState(0);
  const [owned] = useState(() => storedConcierge.get());
  // A concierge that the customer owns is not offered again.
  const choice = owned === null && (config.data?.conciergeOffered ?? false);
  const fee = choice ? chosen : guide.fee;
  const missing = undecided > 0 && !fee;
  const mistakes: Mistake[] = missing ? [{ field: firstOfferId, text: offerMissing }] : [];

  return {
    fee,
    choice,
    /** True if the customer has a guide credit of a concierge, which is then redeemed for this transfer. */
    isPaid: owned === 'with-guide',
    chosen,
    choose,
    /** True after the customer has tried to continue without a choice. */
    missing,
    mistakes,
    /** The number of attempts to continue without a choice. */
    undecided,
    /** True until the offers are loaded. Before that, nothing can be ordered. */
    loading: config.isPending,
    busy: create.isPending,
    error: create.error,
    /** Clears the error of the last order. */
    reset: create.reset,
    /** Returns true if an offer is chosen. Otherwise returns false, and the offers show an error. */
    decide(): boolean {
      if (!fee) setUndecided(undecided + 1);
      return fee !== null;
    },
    place(transfer: Omit<BodyFor<'POST /api/transfers'>, 'serviceFee'>, onPlaced?: (id: string) => void): void {
      if (!fee || create.isPending) return;
      create.mutate(
        { ...transfer, serviceFee: fee },
        {
          onSuccess({ id }) {
            if (owned) storedConcierge.set('owned');
            onPlaced?.(id);
            void navigate(paths.checkout(id));
          },
        },
      );
    },
  };
}

export type Order = ReturnType<typeof useOrder>;
