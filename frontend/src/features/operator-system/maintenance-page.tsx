import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pages } from '@xrp-bridge/contracts/pages';
import { call } from '../../lib/api/client.ts';
import { maintenanceQuery } from '../../lib/api/config.ts';
import { ReasonDialog } from '../../operator/act-button.tsx';
import { useAct } from '../../operator/live.ts';
import { NotRead } from '../../operator/not-read.tsx';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { useDialog } from '../../operator/page-dialog.ts';
import { Panel } from '../../operator/parts.tsx';
import { toastError } from '../../operator/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Buttons } from '../../ui/layout.tsx';
import { Pill } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';

/** Shows a form that closes the application to customers, and opens it again. */
export function MaintenancePage() {
  return (
    <OperatorPage
      title={pages.adminMaintenance.title}
      lead="While maintenance is on, no one can order or pay. Customers can still read a guide they paid for. These admin pages, webhooks, and health checks keep working."
    >
      <Application />
    </OperatorPage>
  );
}

function Application() {
  const client = useQueryClient();
  const query = useQuery({ ...maintenanceQuery, staleTime: 0 });
  const { data } = query;
  const showDialog = useDialog();
  const set = async (maintenanceMode: boolean, reason?: string) => {
    const next = await call('PUT /api/maintenance-status', {
      body: { maintenanceMode, ...(reason ? { reason } : {}) },
    });
    client.setQueryData(maintenanceQuery.queryKey, next);
  };
  const open = useAct(() => set(false), {
    onDone: () => toast({ title: 'Maintenance is off' }),
    onFailed: toastError,
  });
  const isClosed = data?.maintenanceMode;
  return (
    <Panel
      title="Site status"
      className="max-w-2xl"
      aside={data && <Pill kind={isClosed ? 'warn' : 'good'}>{isClosed ? 'Closed' : 'Open'}</Pill>}
    >
      <NotRead title="We couldn’t check if the site is open" query={query} />
      {query.isPending && <Skeleton className="h-24" />}
      {data && (
        <>
          <p>
            {isClosed
              ? 'No one can order or pay right now. Customers can still read a guide they paid for.'
              : 'Customers can use the whole site. Turn maintenance on before you make a change they’d notice.'}
          </p>
          <Buttons>
            {isClosed ? (
              <Button busy={open.isPending} busyLabel="Turning off…" onClick={() => open.start()}>
                Turn maintenance off
              </Button>
            ) : (
              <Button onClick={() => showDialog(<CloseDialog close={(reason) => set(true, reason)} />)}>
                Turn maintenance on
              </Button>
            )}
          </Buttons>
        </>
      )}
    </Panel>
  );
}

function CloseDialog({ close }: { close: (reason: string) => Promise<void> }) {
  return (
    <ReasonDialog
      title="Turn maintenance on"
      does="Turn maintenance on"
      doing="Turning on…"
      act={close}
      onDone={() => toast({ title: 'Maintenance is on' })}
    >
      <p>
        No one can order or pay until you turn maintenance off. Customers see “Under maintenance,” but they can still
        read a guide they paid for.
      </p>
    </ReasonDialog>
  );
}
