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
      title={`Give this task to somebody: ${name.toLowerCase()}`}
      isPossible={to !== null}
      does="Give it to them"
      doing="Giving…"
      act={(reason) => call('POST /api/admin/tasks/{id}/assign', { params: { id }, body: { to, reason } })}
      onDone={() => toast({ title: 'The task is given', description: to ?? '' })}
    >
      <NotRead title="Who is signed in could not be read" query={sessions} />
      {to !== null ? (
        <SelectField label="Whose task is it now?" value={to} onChange={(event) => choose(event.target.value)}>
          {others.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      ) : (
        sessions.data && <p>Nobody else is signed in.</p>
      )}
    </ReasonDialog>
  );
}
