import { call, queryOf } from '../../lib/api/client.ts';
import { ReasonButton } from '../../operator/act-button.tsx';
import { useLive } from '../../operator/live.ts';
import { NotRead } from '../../operator/not-read.tsx';
import { Panel } from '../../operator/parts.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';

const estimatesQuery = queryOf('GET /api/admin/ad-revenue/estimates');

/** Shows the click revenue that is still an estimate, with a button that confirms all of it. */
export function Estimates() {
  const estimates = useLive(estimatesQuery);
  const { data } = estimates;
  const amount = data && `$${data.total} from ${data.records} ${data.records === 1 ? 'click' : 'clicks'}`;
  return (
    <Panel
      title="Click estimates"
      aside={
        data &&
        data.records > 0 && (
          <ReasonButton
            label="Confirm all"
            title={`Confirm ${amount}`}
            does={`Confirm $${data.total}`}
            doing="Confirming…"
            act={confirm}
          >
            <p>Only confirm what the networks owe us. Half of it goes back into campaigns.</p>
          </ReasonButton>
        )
      }
    >
      <p className="text-ink-2">
        We estimate what each network ad click earns. Confirm the total, or wait for the network’s daily report.
      </p>
      <NotRead title="We couldn’t load the estimates" query={estimates} />
      {estimates.isPending && <Skeleton className="h-8" />}
      {data && <p>{data.records > 0 ? <b className="tabular">{amount}</b> : 'No estimates to confirm.'}</p>}
    </Panel>
  );
}

async function confirm(reason: string): Promise<void> {
  const { records, total } = await call('POST /api/admin/ad-revenue/confirmation', { body: { reason } });
  toast({ title: 'Revenue confirmed', description: `$${total} from ${records} ${records === 1 ? 'click' : 'clicks'}` });
}
