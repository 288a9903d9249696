import { useQuery } from '@tanstack/react-query';
import { call, queryOf, type Reply } from '../../lib/api/client.ts';
import { ReasonDialog } from '../../operator/act-button.tsx';
import { NotRead } from '../../operator/not-read.tsx';
import { Facts } from '../../operator/parts.tsx';
import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';

type Revenue = Reply<'GET /api/admin/ad-revenue'>['revenue'][number];

/** Shows a dialog that previews the reinvestment of one record or of all, and runs it with a reason. */
export function ReinvestDialog({ record }: { record?: Revenue }) {
  const query = queryOf('GET /api/admin/reinvestment', { query: { recordId: record?.id } });
  const preview = useQuery({ ...query, staleTime: 0, gcTime: 0 });
  const { data } = preview;
  const reinvest = (reason: string) =>
    record
      ? call('POST /api/ad-revenue/{id}/reinvest', { params: { id: record.id }, body: { reason } })
      : call('POST /api/admin/reinvestment', { body: { reason } });
  return (
    <ReasonDialog
      title={record ? `Reinvest $${record.amount} from ${record.source}` : 'Reinvest ad revenue'}
      isPossible={data?.possible ?? false}
      does={`Reinvest $${data?.reinvested}`}
      doing="Reinvesting…"
      act={async (reason) => toastReinvested(await reinvest(reason))}
    >
      <NotRead title="We couldn’t load the preview" query={preview} />
      {preview.isPending && <Skeleton className="h-32" />}
      {data?.why && (
        <Note kind="warn" title="You can’t reinvest right now">
          <p>{data.why}</p>
        </Note>
      )}
      {data?.possible && (
        <p>This sets money aside in our books. It doesn’t raise any ad budget. To raise one, go to the ad platform.</p>
      )}
      {data && (
        <Facts
          facts={[
            ['Revenue', `$${data.total} (${data.records} ${data.records === 1 ? 'record' : 'records'})`],
            ['Reinvested', `$${data.reinvested}`],
            ...data.allocations.map(({ campaignId, name, amount }) => [name, `$${amount}`, campaignId] as const),
          ]}
        />
      )}
    </ReasonDialog>
  );
}

/** Shows the outcome of a reinvestment. Another operator may have made the same reinvestment before. */
function toastReinvested({ possible, reinvested, why }: Reply<'POST /api/admin/reinvestment'>): void {
  if (possible) toast({ title: 'Reinvested', description: `$${reinvested} is set aside for campaigns` });
  else toast({ title: 'Not reinvested', variant: 'destructive', ...(why ? { description: why } : {}) });
}
