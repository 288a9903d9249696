import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type PathChange, useChosenPath } from '../../domain/path/chosen-path.ts';
import { lastTransfer } from '../../domain/transfer/last-transfer.ts';
import { openTransfer, updateOpenTransfer } from '../../domain/transfer/open-transfer.ts';
import { isPaid, type Transfer, transferQuery } from '../../domain/transfer/transfers.ts';
import { ApiError } from '../../lib/api/client.ts';
import { configQuery } from '../../lib/api/config.ts';
import { type FlowEvent, type FlowFacts, needsTransfer, nextPhase, possiblePhase } from './flow.ts';

/**
 * Returns the current phase of the main flow.
 * The phase is in the URL, so that the browser's buttons work. The server provides the facts that a phase requires. If
 * a requirement is not met, the flow falls back to a possible phase.
 */
export function useFlow() {
  const { from, to, view, choose, show } = useChosenPath();
  const [query] = useSearchParams();
  const own = useOwnTransfer();
  const config = useQuery(configQuery);
  const { transfer } = own;
  const facts: FlowFacts = {
    from: from?.id ?? null,
    to: to?.id ?? null,
    preselected: query.has('from') && query.has('to'),
    // After a claim the customer may continue, although the ledger is still watched.
    transfer: !transfer ? 'none' : isAtEnd(transfer) ? 'completed' : 'paid',
    // The concierge is offered only after the ledger has shown the arrival.
    upgradable:
      config.data?.conciergeOffered === true &&
      transfer?.status === 'completed' &&
      transfer.access.concierge === 'none',
  };
  const needed = needsTransfer(view);
  return {
    from,
    to,
    transfer,
    phase: possiblePhase(view, facts),
    /** True while the facts that decide the phase are loading. */
    isUndecided: needed && (own.isLoading || (facts.transfer === 'completed' && config.isPending)),
    /** The error if an open transfer could not be loaded. */
    problem: needed ? own.problem : null,
    retry: own.retry,
    /** Changes the choice without adding an entry to the history. */
    choose: (change: PathChange) => choose(change, 'select'),
    dispatch(event: FlowEvent, change: PathChange = {}) {
      const next = nextPhase(possiblePhase(view, facts), event, { ...facts, ...change });
      // After the checkout, “back” leads to the homebase, so that the customer does not order twice.
      if (event === 'ordered') choose(change, next);
      else show(next, change);
    },
  };
}

function isAtEnd({ status, arrivalClaimedAt }: Transfer): boolean {
  return status === 'completed' || arrivalClaimedAt !== null;
}

/** Returns the transfer that belongs to this browser, if the server confirms that it is paid. */
function useOwnTransfer() {
  const [stored] = useState(() => openTransfer.get());
  const [id] = useState(() => stored?.id ?? lastTransfer.get());
  const { data, error, isPending, refetch } = useQuery({ ...transferQuery(id ?? ''), enabled: id !== null });
  useEffect(() => {
    if (id) updateOpenTransfer(id, data, error);
  }, [id, data, error]);
  const gone = error instanceof ApiError && error.status === 404;
  return {
    transfer: data?.mine && isPaid(data) ? data : null,
    isLoading: id !== null && isPending,
    problem: stored?.paid && !data && !gone ? error : null,
    retry: refetch,
  };
}
