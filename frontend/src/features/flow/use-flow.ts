import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type PathChange, useChosenPath } from '../../domain/path/chosen-path.ts';
import { lastTransfer } from '../../domain/transfer/last-transfer.ts';
import { openTransfer, updateOpenTransfer } from '../../domain/transfer/open-transfer.ts';
import { isPaid, type Transfer, transferQuery } from '../../domain/transfer/transfers.ts';
import { ApiError } from '../../lib/api/client.ts';
import { configQuery } from '../../lib/api/config.ts';
import { type FlowEvent, type Known, needsTransfer, nextPhase, standIn } from './flow.ts';

/**
 * Where the person is in the main flow. The phase lives in the address, so that the browser's own buttons go through
 * the flow; what it needs is asked of the server, and where that is missing the person stands where they can go on.
 */
export function useFlow() {
  const { from, to, view, choose, show } = useChosenPath();
  const [query] = useSearchParams();
  const own = useOwnTransfer();
  const config = useQuery(configQuery);
  const { transfer } = own;
  const known: Known = {
    from: from?.id ?? null,
    to: to?.id ?? null,
    preselected: query.has('from') && query.has('to'),
    // Whoever says that the XRP arrived is led on; the ledger is watched meanwhile.
    transfer: !transfer ? 'none' : isAtEnd(transfer) ? 'completed' : 'paid',
    // Nothing is offered to a customer whose XRP the ledger has not shown yet.
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
    phase: standIn(view, known),
    /** Nobody can say yet where the person is. */
    unknown: needed && (own.asking || (known.transfer === 'completed' && config.isPending)),
    /** There is a transfer that waits, and the server could not be asked about it. */
    problem: needed ? own.problem : null,
    askAgain: own.askAgain,
    /** Looking around among exchanges and wallets. */
    choose: (change: PathChange) => choose(change, 'select'),
    tell(event: FlowEvent, change: PathChange = {}) {
      const next = nextPhase(standIn(view, known), event, { ...known, ...change });
      // From the checkout, "back" leads on to the homebase: what was ordered is not ordered twice.
      if (event === 'ordered') choose(change, next);
      else show(next, change);
    },
  };
}

function isAtEnd({ status, arrivalClaimedAt }: Transfer): boolean {
  return status === 'completed' || arrivalClaimedAt !== null;
}

/** The transfer of one's own that is paid, or at its end: as the server says, whatever this browser believes. */
function useOwnTransfer() {
  const [kept] = useState(() => openTransfer.get());
  const [id] = useState(() => kept?.id ?? lastTransfer.get());
  const { data, error, isPending, refetch } = useQuery({ ...transferQuery(id ?? ''), enabled: id !== null });
  useEffect(() => {
    if (id) updateOpenTransfer(id, data, error);
  }, [id, data, error]);
  const gone = error instanceof ApiError && error.status === 404;
  return {
    transfer: data?.mine && isPaid(data) ? data : null,
    asking: id !== null && isPending,
    problem: kept?.paid && !data && !gone ? error : null,
    askAgain: refetch,
  };
}
