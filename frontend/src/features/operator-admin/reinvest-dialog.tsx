import { useQuery } from '@tanstack/react-query';
import { call, describe, queryOf } from '../../shared/api/client.ts';
import { ReasonDialog } from '../../shared/operator/act-button.tsx';
import { Facts } from '../../shared/operator/parts.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { Skeleton } from '../../shared/ui/state.tsx';
import { toast } from '../../shared/ui/toast.ts';

/** Shows what a reinvestment would do, asks why, and does it: all that waits. */
export function ReinvestDialog({ onClose }: { onClose: () => void }) {
  const { data, isError, error } = useQuery({ ...queryOf('GET /api/admin/reinvestment'), staleTime: 0, gcTime: 0 });
  return (
    <ReasonDialog
      title="Reinvest what waits"
      does={data?.possible ? `Reinvest $${data.reinvested}` : 'Reinvest'}
      doing="Reinvesting…"
      act={(reason) => call('POST /api/admin/reinvestment', { body: { reason } })}
      onDone={() => toast({ title: 'Reinvested', description: data ? `$${data.reinvested} went to campaigns` : '' })}
      onClose={onClose}
    >
      {isError && (
        <Note kind="warn" title="What it would do is not known" live>
          <p>{describe(error, 'Please check your connection and try again.')}</p>
        </Note>
      )}
      {!data && !isError && <Skeleton className="h-32" />}
      {data && !data.possible && (
        <Note kind="warn" title="It is not possible now">
          <p>{data.why}</p>
        </Note>
      )}
      {data && (
        <Facts
          facts={[
            ['Records', `${data.records}, $${data.total} in all`],
            ['Reinvested', `$${data.reinvested}`],
            ...data.allocations.map(({ name, amount }) => [name, `$${amount}`] as const),
          ]}
        />
      )}
    </ReasonDialog>
  );
}
