import { useQuery } from '@tanstack/react-query';
import { formatTaskKind } from '@xrp-bridge/contracts/task-kinds';
import type { ReactNode } from 'react';
import { call, type Reply } from '../../lib/api/client.ts';
import { paths } from '../../lib/paths.ts';
import { ReasonDialog } from '../../operator/act-button.tsx';
import { useAct } from '../../operator/live.ts';
import { useDialog } from '../../operator/page-dialog.ts';
import { sessionQuery } from '../../operator/session.ts';
import { SmallButton } from '../../operator/small-button.tsx';
import { toastError } from '../../operator/toasts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.ts';
import { GiveTask } from './give-task.tsx';
import { TaskRefundButton } from './refund-button.tsx';

export type Task = Reply<'GET /api/admin/tasks'>['tasks'][number];

const undoMs = 10_000;

/** Shows the main action of an open task, and a menu with its other actions. */
export function TaskActions({ task }: { task: Task }) {
  const { id, kind, assignedTo, doneAt } = task;
  const { data: session } = useQuery(sessionQuery);
  const showDialog = useDialog();
  const assign = useAct(
    ({ to }: { to: string | null; from: string | null }) =>
      call('POST /api/admin/tasks/{id}/assign', { params: { id }, body: { to } }),
    {
      onFailed: toastError,
      onDone: (_, { to, from }) =>
        toast({
          title: to === null ? 'Task unassigned' : 'Task assigned to you',
          durationMs: undoMs,
          action: { label: 'Undo', onPress: () => assign.start({ to: from, from: to }) },
        }),
    },
  );
  if (doneAt || !session) return <span className="text-ink-2">–</span>;
  const isMine = assignedTo === session.name;
  const name = formatTaskKind(kind);
  const assignTo = (to: string | null) => assign.start({ to, from: assignedTo ?? null });
  const close = () =>
    showDialog(
      <ReasonDialog
        title={`Close this task: ${name.toLowerCase()}`}
        does="Close the task"
        doing="Closing…"
        act={(reason) => call('POST /api/admin/tasks/{id}/close', { params: { id }, body: { reason } })}
        onDone={() => toast({ title: 'Task closed' })}
      >
        <p>What did you do, or why is no action needed?</p>
      </ReasonDialog>,
    );
  const closeButton = (
    <SmallButton onClick={close}>
      Close<span className="sr-only"> {name}</span>
    </SmallButton>
  );
  return (
    <div className="flex items-center gap-1 @3xl:justify-end">
      <MainAction task={task} isOwner={session.role === 'owner'} otherwise={closeButton} />
      <Menu label={`More actions: ${name}`}>
        {isMine ? (
          <MenuItem onSelect={() => assignTo(null)}>Unassign</MenuItem>
        ) : (
          <MenuItem onSelect={() => assignTo(session.name)}>Assign to me</MenuItem>
        )}
        <MenuItem onSelect={() => showDialog(<GiveTask task={task} name={name} />)}>Assign to…</MenuItem>
        <MenuItem onSelect={close}>Close the task…</MenuItem>
      </Menu>
    </div>
  );
}

function MainAction({
  task: { kind, why, orderId, paymentId, refund },
  isOwner,
  otherwise,
}: {
  task: Task;
  isOwner: boolean;
  otherwise: ReactNode;
}) {
  if (refund && orderId && paymentId) return <TaskRefundButton task={{ orderId, paymentId, refund }} />;
  if (kind === 'hand_payment' && orderId && isOwner) {
    return (
      <ButtonLink to={paths.adminBypass(orderId)} small>
        Bypass payment
      </ButtonLink>
    );
  }
  // `why` contains the texts to enter at a platform without an API.
  if (kind === 'campaign_by_hand') return <CopyButton small text={why} label="Copy" what="the details" />;
  return otherwise;
}
