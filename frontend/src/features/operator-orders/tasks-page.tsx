import { useQuery } from '@tanstack/react-query';
import { pages } from '@xrp-bridge/contracts/pages';
import { formatWord } from '@xrp-bridge/contracts/words';
import { call, queryOf, type Reply } from '../../lib/api/client.ts';
import { DialogButton, ReasonButton } from '../../operator/act-button.tsx';
import type { Column } from '../../operator/column.ts';
import { DataTable } from '../../operator/data-table.tsx';
import { useAct } from '../../operator/live.ts';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Id, TransferLink, When } from '../../operator/parts.tsx';
import { sessionQuery } from '../../operator/session.ts';
import { SmallButton } from '../../operator/small-button.tsx';
import { toastError } from '../../operator/toasts.ts';
import { useList } from '../../operator/use-list.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Row as Beside } from '../../ui/layout.tsx';
import { Pill } from '../../ui/note.tsx';
import { toast } from '../../ui/toast.ts';
import { GiveTask } from './give-task.tsx';

type Task = Reply<'GET /api/admin/tasks'>['tasks'][number];

const columns: readonly Column<Task>[] = [
  { name: 'Since', sort: 'since', show: ({ since }) => <When at={since} />, save: ({ since }) => since },
  {
    name: 'Task',
    isWritten: true,
    show: ({ kind, why, paymentId }) => (
      <>
        <b>{formatWord(kind)}</b>
        <span className="block whitespace-pre-line text-ink-2">{why}</span>
        {paymentId && (
          <span className="block text-ink-2">
            Payment <Id>{paymentId}</Id>
          </span>
        )}
      </>
    ),
    save: ({ kind, why }) => `${kind}: ${why}`,
  },
  { name: 'Transfer', show: ({ orderId }) => <TransferLink id={orderId} />, save: ({ orderId }) => orderId },
  { name: 'Payment', save: ({ paymentId }) => paymentId },
  {
    name: 'With',
    show: ({ assignedTo, doneAt }) => assignedTo ?? (doneAt ? '–' : 'nobody yet'),
    save: ({ assignedTo }) => assignedTo,
  },
  {
    name: 'State',
    isWritten: true,
    show: ({ doneAt, doneBy, reason }) =>
      doneAt ? (
        <>
          <Pill kind="good">Done</Pill>
          <span className="block text-ink-2">
            {doneBy}: {reason}
          </span>
        </>
      ) : (
        <Pill kind="warn">Open</Pill>
      ),
    save: ({ doneAt, reason }) => (doneAt ? `done ${doneAt}: ${reason}` : 'open'),
  },
  { name: 'To do', show: (task) => <TaskActs task={task} /> },
];

/** Lists the tasks for operators: refunds, disputes, wrong amounts, payments by hand. */
export function TasksPage() {
  const list = useList({
    sorts: ['open', '-since', 'since'],
    read: (query) => queryOf('GET /api/admin/tasks', { query }),
    rowsOf: ({ tasks }) => tasks,
  });
  return (
    <OperatorPage title={pages.adminTasks.title} lead="What waits for a person. Open ones come first.">
      <DataTable
        title="All tasks"
        file="tasks"
        list={list}
        columns={columns}
        find="Find by kind, transfer or words"
        empty="Nothing waits for anybody."
      />
    </OperatorPage>
  );
}

function TaskActs({ task }: { task: Task }) {
  const { id, kind, why, doneAt, assignedTo } = task;
  const { data: session } = useQuery(sessionQuery);
  const assign = useAct(
    (to: string | null) => call('POST /api/admin/tasks/{id}/assign', { params: { id }, body: { to } }),
    { onFailed: toastError },
  );
  if (doneAt || !session) return <span className="text-ink-2">–</span>;
  const isMine = assignedTo === session.name;
  const name = formatWord(kind);
  return (
    <Beside className="@4xl:min-w-62">
      <SmallButton
        busy={assign.isPending}
        busyLabel="One moment…"
        onClick={() => assign.start(isMine ? null : session.name)}
      >
        {isMine ? 'Put back' : assignedTo ? 'Take over' : 'Take'}
        <span className="sr-only"> {name}</span>
      </SmallButton>
      <DialogButton label="Give to" what={name} dialog={<GiveTask task={task} name={name} />} />
      {/* The button copies the texts that an operator must enter at a platform without an API. */}
      {kind === 'campaign_by_hand' && <CopyButton variant="quiet" small text={why} label="Copy" what="the texts" />}
      <ReasonButton
        label="Close"
        what={name}
        title={`Close this task: ${name.toLowerCase()}`}
        does="Close the task"
        doing="Closing…"
        act={(reason) => call('POST /api/admin/tasks/{id}/close', { params: { id }, body: { reason } })}
        onDone={() => toast({ title: 'The task is closed' })}
      >
        <p>Say what was done, or why nothing will be.</p>
      </ReasonButton>
    </Beside>
  );
}
