import { pages } from '@xrp-bridge/contracts/pages';
import { formatTaskKind, taskKindNames } from '@xrp-bridge/contracts/task-kinds';
import { Suspense } from 'react';
import { queryOf } from '../../lib/api/client.ts';
import { Age } from '../../operator/age.tsx';
import type { Column } from '../../operator/column.ts';
import { CopyId } from '../../operator/copy-id.tsx';
import { DataTable } from '../../operator/data-table.tsx';
import { FilterField, useFilter } from '../../operator/filter.tsx';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { TransferLink } from '../../operator/parts.tsx';
import { SavedViews } from '../../operator/saved-views.tsx';
import { useList } from '../../operator/use-list.ts';
import { later } from '../../ui/later.ts';
import { Pill } from '../../ui/note.tsx';
import type { Task } from './task-actions.tsx';
import { SelectionBar, useTaskSelection } from './task-selection.tsx';

const TaskActions = later(async () => (await import('./task-actions.tsx')).TaskActions);

const columns: readonly Column<Task>[] = [
  { name: 'Opened', sort: 'since', save: ({ since }) => since },
  { name: 'Task', isWide: true, show: (task) => <TaskText task={task} />, save: ({ kind, why }) => `${kind}: ${why}` },
  { name: 'Transfer', save: ({ orderId }) => orderId },
  { name: 'Payment', save: ({ paymentId }) => paymentId },
  { name: 'Assigned to', save: ({ assignedTo }) => assignedTo },
  { name: 'Status', save: ({ doneAt, reason }) => (doneAt ? `Done ${doneAt}: ${reason}` : 'Open') },
  {
    name: 'Actions',
    isWide: true,
    show: (task) => (
      // The row has its full height before the actions load, so that no row moves under a finger.
      <div className={task.doneAt ? undefined : 'min-h-11'}>
        <Suspense>
          <TaskActions task={task} />
        </Suspense>
      </div>
    ),
  },
];

/** Lists the tasks for operators: refunds, disputes, wrong amounts, payments by hand. */
export function TasksPage() {
  const kind = useFilter('kind', taskKindNames);
  const list = useList({
    sorts: ['open', '-since', 'since'],
    read: (query) => queryOf('GET /api/admin/tasks', { query: { ...query, kind: kind.kind } }),
    rowsOf: ({ tasks }) => tasks,
  });
  const selection = useTaskSelection(list.rows);
  return (
    <OperatorPage title={pages.adminTasks.title} lead="Work that needs a person. Open tasks first.">
      <DataTable
        title="All tasks"
        file="tasks"
        list={list}
        columns={[selection.column, ...columns]}
        find="Search by transfer or text"
        filter={<FilterField label="Type" filter={kind} />}
        empty={kind.kind ? 'No tasks of this type.' : 'No open tasks.'}
      >
        <SavedViews />
        <SelectionBar selection={selection} />
      </DataTable>
    </OperatorPage>
  );
}

function TaskText({
  task: { kind, why, since, orderId, paymentId, assignedTo, doneAt, doneBy, reason },
}: {
  task: Task;
}) {
  return (
    <div className="grid gap-1 py-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 @max-3xl:pr-10">
        <b className="text-base">{formatTaskKind(kind)}</b>
        {doneAt ? <Pill kind="good">Done</Pill> : <Pill kind="warn">Open</Pill>}
        <span className="text-ink-2">
          <Age at={since} />
        </span>
      </p>
      {why && <p className="max-w-[80ch] whitespace-pre-line wrap-anywhere">{why}</p>}
      {doneAt && (
        <p className="text-ink-2">
          {doneBy}: {reason}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-4 text-ink-2">
        {orderId && (
          <span>
            Transfer <TransferLink id={orderId} />
          </span>
        )}
        {paymentId && (
          <span>
            Payment <CopyId id={paymentId} />
          </span>
        )}
        {!doneAt && <span>{assignedTo ? `Assigned to ${assignedTo}` : 'Not assigned'}</span>}
      </p>
    </div>
  );
}
