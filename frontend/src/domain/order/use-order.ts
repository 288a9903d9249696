import { useQuery } from '@tanstack/react-query';
import type { ServiceFee } from '@xrp-bridge/contracts/prices';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { BodyFor } from '../../lib/api/client.ts';
import { configQuery } from '../../lib/api/config.ts';
import { paths } from '../../lib/paths.ts';
import type { Mistake } from '../../ui/error-summary.tsx';
import { keptConcierge } from '../concierge/kept.ts';
import { useCreateTransfer } from './create-transfer.ts';
import { firstOfferId, guide } from './offers.tsx';

/**
 * Choosing what to buy and going to pay, wherever a flow reaches payment: `place` makes the transfer and leads to its
 * checkout. `fee` is null until one of two offers was chosen; with one offer there is nothing to choose.
 */
export function useOrder() {
  const navigate = useNavigate();
  const config = useQuery(configQuery);
  const create = useCreateTransfer();
  const [chosen, choose] = useState<ServiceFee | null>(null);
  const [undecided, setUndecided] = useState(0);
  const [owned] = useState(() => keptConcierge.get());
  // What is owned for life is not ordered again.
  const choice = owned === null && (config.data?.conciergeOffered ?? false);
  const fee = choice ? chosen : guide.fee;
  const missing = undecided > 0 && !fee;
  const mistakes: Mistake[] = missing ? [{ field: firstOfferId, text: 'Please choose one of the two.' }] : [];

  return {
    fee,
    choice,
    /** A guide that was bought with the concierge pays for this transfer. */
    isPaid: owned === 'with-guide',
    chosen,
    choose,
    /** Somebody wanted to go on without choosing. */
    missing,
    mistakes,
    /** Grows with each attempt to go on without choosing. */
    undecided,
    /** Nothing can be ordered before it is known what is on offer. */
    loading: config.isPending,
    busy: create.isPending,
    error: create.error,
    /** What went wrong is of no more concern. */
    reset: create.reset,
    /** Answers whether something was chosen; says so beside the offers where not. */
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
            if (owned) keptConcierge.set('owned');
            onPlaced?.(id);
            void navigate(paths.checkout(id));
          },
        },
      );
    },
  };
}

export type Order = ReturnType<typeof useOrder>;
