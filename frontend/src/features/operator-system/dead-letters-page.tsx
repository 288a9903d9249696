import { pages } from '@xrp-bridge/contracts/pages';
import { call, queryOf, type Reply } from '../../lib/api/client.ts';
import type { Column } from '../../operator/column.ts';
import { DataTable } from '../../operator/data-table.tsx';
import { useAct } from '../../operator/live.ts';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { TransferLink, When } from '../../operator/parts.tsx';
import { SmallButton } from '../../operator/small-button.tsx';
import { toastError, toastOutcome } from '../../operator/toasts.ts';
import { useList } from '../../operator/use-list.ts';

type Letter = Reply<'GET /api/admin/events'>['deadLetters'][number];

const columns: readonly Column<Letter>[] = [
  { name: 'Failed', sort: 'parkedAt', show: ({ parkedAt }) => <When at={parkedAt} />, save: (row) => row.parkedAt },
  { name: 'Service', show: ({ service }) => service, save: ({ service }) => service },
  { name: 'Event', show: ({ type }) => type, save: ({ type }) => type },
  { name: 'Related to', show: ({ subject }) => <TransferLink id={subject} />, save: ({ subject }) => subject },
  { name: 'What went wrong', isWritten: true, show: ({ reason }) => reason, save: ({ reason }) => reason },
  { name: 'Attempts', isNumber: true, show: ({ attempts }) => attempts, save: ({ attempts }) => attempts },
  { name: 'Actions', show: (letter) => <Redrive letter={letter} /> },
];

/** Lists events that a service could not handle, each with a button to retry. */
export function DeadLettersPage() {
  const list = useList({
    sorts: ['-parkedAt', 'parkedAt'],
    read: (query) => queryOf('GET /api/admin/events', { query }),
    rowsOf: ({ deadLetters }) => deadLetters,
  });
  return (
    <OperatorPage title={pages.adminEvents.title} lead="Events that failed. Fix the cause, then try again.">
      <DataTable
        title="All failed events"
        file="dead-letters"
        list={list}
        columns={columns}
        find="Search by service, event, ID, or text"
        empty="No failed events."
      />
    </OperatorPage>
  );
}

function Redrive({ letter: { id, type } }: { letter: Letter }) {
  const redrive = useAct(() => call('POST /api/admin/events/{id}/redrive', { params: { id } }), {
    onDone: (answer) => toastOutcome(answer, 'The event went through', 'The event failed again'),
    onFailed: toastError,
  });
  return (
    <SmallButton busy={redrive.isPending} busyLabel="Trying again…" onClick={() => redrive.start()}>
      Try again<span className="sr-only"> {type}</span>
    </SmallButton>
  );
}
