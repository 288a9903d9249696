import { pages } from '@xrp-bridge/contracts/pages';
import { call, queryOf, type Reply } from '../../lib/api/client.ts';
import { useAct, useLive } from '../../operator/live.ts';
import { NotRead } from '../../operator/not-read.tsx';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Facts, Id, When } from '../../operator/parts.tsx';
import { SmallButton } from '../../operator/small-button.tsx';
import { toastError } from '../../operator/toasts.ts';
import { Card } from '../../ui/layout.tsx';
import { Pill } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';

type OpenSession = Reply<'GET /api/operator/sessions'>['sessions'][number];

/** The sessions of operators, which can be ended here. */
export function SessionsPage() {
  const sessions = useLive(queryOf('GET /api/operator/sessions'));
  return (
    <OperatorPage title={pages.adminSessions.title} lead="Whoever holds a session that is ended must sign in again.">
      <NotRead title="The sessions could not be read" query={sessions} />
      {sessions.isPending && <Skeleton className="h-44 max-w-3xl" />}
      <ul className="grid max-w-3xl gap-4">
        {sessions.data?.sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <div className="text-ink-2">
        <p>A session ends after 30 minutes in which nothing is done, and after 12 hours.</p>
        <p>Has the first owner lost the password or the phone? Stop the product. Then run this on the server:</p>
        <code translate="no" className="font-mono wrap-anywhere">
          npm run operator-password
        </code>
      </div>
    </OperatorPage>
  );
}

function SessionRow({ session }: { session: OpenSession }) {
  const { id, name, ip, startedAt, expiresAt, current } = session;
  const ending = useAct(() => call('DELETE /api/operator/sessions/{id}', { params: { id } }), {
    onDone: () => toast({ title: 'The session is ended' }),
    onFailed: toastError,
  });
  return (
    <Card as="li" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg">{name}</h2>
        {current ? (
          <Pill kind="good">This one</Pill>
        ) : (
          <SmallButton busy={ending.isPending} busyLabel="Ending…" onClick={() => ending.start()}>
            End<span className="sr-only"> the session of {name}</span>
          </SmallButton>
        )}
      </div>
      <Facts
        facts={[
          ['From', <Id key="ip">{ip}</Id>],
          ['Since', <When key="since" at={startedAt} />],
          ['Until', <When key="until" at={expiresAt} />],
        ]}
      />
    </Card>
  );
}
