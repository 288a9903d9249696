import { useQuery } from '@tanstack/react-query';
import { formatTaskKind } from '@xrp-bridge/contracts/task-kinds';
import { useState } from 'react';
import { call } from '../../lib/api/client.ts';
import type { Column } from '../../operator/column.ts';
import { useAct } from '../../operator/live.ts';
import { sessionQuery } from '../../operator/session.ts';
import { SmallButton } from '../../operator/small-button.tsx';
import { toastError } from '../../operator/toasts.ts';
import { toast } from '../../ui/toast.ts';
import type { Task } from './task-actions.tsx';

const undoMs = 10_000;

/**
 * A change of the operator to whom a task is assigned.
 * `from` or `to` is null if the task is assigned to no operator.
 */
interface Change {
  id: string;
  from: string | null;
  to: string | null;
}

const reverse = ({ id, from, to }: Change): Change => ({ id, from: to, to: from });

/**
 * Applies all changes.
 * If a change fails, tries to reverse the changes before it, and throws the error.
 */
async function assignAll(changes: readonly Change[]): Promise<void> {
  const assign = ({ id, to }: Change) => call('POST /api/admin/tasks/{id}/assign', { params: { id }, body: { to } });
  const done: Change[] = [];
  try {
    for (const change of changes) {
      await assign(change);
      done.push(change);
    }
  } catch (error) {
    await Promise.allSettled(done.map((change) => assign(reverse(change))));
    throw error;
  }
}

/** Returns the open tasks that the operator has selected on the page, and the column of checkboxes. */
export function useTaskSelection(tasks: readonly Task[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = (tasks ?? []).filter(({ id, doneAt }) => ids.has(id) && !doneAt);
  const column: Column<Task> = {
    name: 'Select',
    isWide: true,
    show: ({ id, kind, doneAt }) =>
      !doneAt && (
        <label className="relative z-1 grid size-11 place-items-center">
          <input
            type="checkbox"
            aria-label={`Select ${formatTaskKind(kind)}`}
            className="size-5 accent-water"
            checked={ids.has(id)}
            onChange={({ target }) => {
              const others = [...ids].filter((each) => each !== id);
              setIds(new Set(target.checked ? [...others, id] : others));
            }}
          />
        </label>
      ),
  };
  return { column, selected, clear: () => setIds(new Set()) };
}

/** Shows the actions for all selected tasks. Contains only actions that “Undo” can reverse. */
export function SelectionBar({ selection: { selected, clear } }: { selection: ReturnType<typeof useTaskSelection> }) {
  const { data: session } = useQuery(sessionQuery);
  const assign = useAct(assignAll, {
    onFailed: toastError,
    onDone: (_, changes) => {
      clear();
      if (changes.length === 0) {
        toast({ title: 'Nothing to change' });
        return;
      }
      const count = `${changes.length} task${changes.length === 1 ? '' : 's'}`;
      toast({
        title: `${count} changed`,
        durationMs: undoMs,
        action: { label: 'Undo', onPress: () => assign.start(changes.map(reverse)) },
      });
    },
  });
  if (selected.length === 0 || !session) return null;
  function assignTo(to: string | null) {
    const changes = selected.map(({ id, assignedTo }) => ({ id, from: assignedTo ?? null, to }));
    assign.start(changes.filter(({ from }) => from !== to));
  }
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md bg-sunk px-3.5 py-2">
      <p role="status" className="mr-auto">
        {selected.length} selected
      </p>
      <SmallButton busy={assign.isPending} busyLabel="Assigning…" onClick={() => assignTo(session.name)}>
        Assign to me
      </SmallButton>
      <SmallButton disabled={assign.isPending} onClick={() => assignTo(null)}>
        Unassign
      </SmallButton>
      <SmallButton onClick={clear}>Clear selection</SmallButton>
    </div>
  );
}
