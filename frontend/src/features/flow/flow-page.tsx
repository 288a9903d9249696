import { useIsMutating } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { isSwapped } from '../../domain/transfer/last-transfer.ts';
import { mustCompare } from '../../domain/transfer/resumed-transfer.ts';
import { TransferProblem } from '../../domain/transfer/transfer-problem.tsx';
import { useLiveTransfer } from '../../domain/transfer/transfers.ts';
import { paths } from '../../lib/paths.ts';
import { BridgeLoader } from '../../ui/logo.tsx';
import { CompletionPhase } from './completion-phase.tsx';
import { ConfirmPhase } from './confirm-phase.tsx';
import { ConciergePhase, SuccessPhase } from './end-phases.tsx';
import { ExchangeHelpPhase } from './exchange-help-phase.tsx';
import type { Phase } from './flow.ts';
import { HomebasePhase } from './homebase-phase.tsx';
import type { OwnPhase } from './parts.tsx';
import { PaymentPhase } from './payment-phase.tsx';
import { RobinhoodPhase } from './robinhood-phase.tsx';
import { SelectPhase } from './select-phase.tsx';
import { useFlow } from './use-flow.ts';

/** Shows the main flow from the choice to the guide, one phase at a time. */
export function FlowPage() {
  const flow = useFlow();
  const { phase, from, to, transfer, dispatch } = flow;
  if (flow.problem) return <TransferProblem error={flow.problem} onRetry={flow.retry} />;
  if (flow.isUndecided) return <BridgeLoader label="Loading…" />;
  if (from && to) {
    const path = { from, to, dispatch };
    if (phase === 'confirm') return <ConfirmPhase {...path} />;
    if (phase === 'exchange-help') return <ExchangeHelpPhase {...path} />;
    if (phase === 'robinhood') return <RobinhoodPhase {...path} />;
    if (phase === 'payment') return <PaymentPhase {...path} />;
  }
  // The key resets the answers when the transfer changes.
  if (transfer && phase !== 'select')
    return <PaidPhase key={transfer.id} phase={phase} transfer={transfer} dispatch={dispatch} />;
  return <SelectPhase flow={flow} />;
}

/** Shows the phases after the payment, with live updates of the transfer. */
function PaidPhase({ phase, ...own }: OwnPhase & { phase: Phase }) {
  const { id, destinationAddress } = own.transfer;
  useLiveTransfer(id);
  // While a new address is being saved, the old and the new address are both valid.
  const saving = useIsMutating() > 0;
  // The guide shows the alarm about a replaced address, because this page must not show an address to copy. The guide
  // also compares the address on a device that did not start the transfer.
  const toGuide = isSwapped(id, [destinationAddress]) || mustCompare(own.transfer, 'steps');
  if (!saving && toGuide) return <Navigate to={paths.guide(id)} replace />;
  if (phase === 'assistant') return <HomebasePhase {...own} />;
  if (phase === 'completion') return <CompletionPhase {...own} />;
  if (phase === 'concierge-upgrade') return <ConciergePhase {...own} />;
  return <SuccessPhase {...own} />;
}
