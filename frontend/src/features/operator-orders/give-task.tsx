import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, queryOf } from '../../lib/api/client.ts';
import { ReasonDialog } from '../../operator/act-button.tsx';
import { NotRead } from '../../operator/not-read.tsx';
import { SelectField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';

/** Shows a dialog that assigns a task to another operator, with a reason. */
export function GiveTask({
  task: { id, assignedTo },
  name,
}: {
  task: { id: string; assignedTo?: string | null };
  name: string;
}) {
  const sessions = useQuery(queryOf('GET /api/operator/sessions'));
  const names = [...new Set(sessions.data?.sessions.map((session) => session.name))];
  const others = names.filter((each) => each !== assignedTo);
  const [chosen, choose] = useState<string>();
  const to = chosen ?? others[0] ?? null;
  return (
    <ReasonDialog
      title={`Assign this task: ${name.toLowerCase()}`}
      isPossible={to !== null}
      does="Assign"
      doing="Assigning…"
      act={(reason) => call('POST /api/admin/tasks/{id}/assign', { params: { id }, body: { to, reason } })}
      onDone={() => toast({ title: 'Task assigned', description: to ?? '' })}
    >
      <NotRead title="We couldn’t check who’s signed in" query={sessions} />
      {to !== null ? (
        <SelectField label="Assign to" value={to} onChange={(event) => choose(event.target.value)}>
          {others.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      ) : (
        sessions.data && <p>No one else is signed in.</p>
      )}
    </ReasonDialog>
  );
}
