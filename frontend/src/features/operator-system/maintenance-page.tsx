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

/** Closes the application for customers, and opens it again. */
export function MaintenancePage() {
  return (
    <OperatorPage
      title={pages.adminMaintenance.title}
      lead="While it is on, nobody can order or pay. A guide that is paid for can still be read. These pages, webhooks and health checks stay."
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
    onDone: () => toast({ title: 'The application is open' }),
    onFailed: toastError,
  });
  const isClosed = data?.maintenanceMode;
  return (
    <Panel
      title="The application"
      className="max-w-2xl"
      aside={data && <Pill kind={isClosed ? 'warn' : 'good'}>{isClosed ? 'Closed' : 'Open'}</Pill>}
    >
      <NotRead title="We could not ask if it is open" query={query} />
      {query.isPending && <Skeleton className="h-24" />}
      {data && (
        <>
          <p>
            {isClosed
              ? 'Nobody can order or pay now. A guide that is paid for can still be read.'
              : 'All of it is there for customers. Close it before a change that they would see.'}
          </p>
          <Buttons>
            {isClosed ? (
              <Button busy={open.isPending} busyLabel="Opening…" onClick={() => open.start()}>
                Switch maintenance off
              </Button>
            ) : (
              <Button onClick={() => showDialog(<CloseDialog close={(reason) => set(true, reason)} />)}>
                Switch maintenance on
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
      title="Close the application"
      does="Close it for customers"
      doing="Closing…"
      act={close}
      onDone={() => toast({ title: 'The application is closed' })}
    >
      <p>
        Nobody can order or pay until you switch it off. Customers see “Under maintenance”; only a guide that is paid
        for can still be read.
      </p>
    </ReasonDialog>
  );
}
