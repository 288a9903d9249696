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

/** Lists the sessions of operators, with buttons that end them. */
export function SessionsPage() {
  const sessions = useLive(queryOf('GET /api/operator/sessions'));
  return (
    <OperatorPage title={pages.adminSessions.title} lead="Ending a session signs that person out.">
      <NotRead title="We couldn’t load the sessions" query={sessions} />
      {sessions.isPending && <Skeleton className="h-44 max-w-3xl" />}
      <ul className="grid max-w-3xl gap-4">
        {sessions.data?.sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <div className="text-ink-2">
        <p>A session ends after 12 hours, or after 30 minutes without use.</p>
        <p>If the first owner loses their password or phone, stop the service. Then run this on the server:</p>
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
    onDone: () => toast({ title: 'Session ended' }),
    onFailed: toastError,
  });
  return (
    <Card as="li" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg">{name}</h2>
        {current ? (
          <Pill kind="good">This session</Pill>
        ) : (
          <SmallButton busy={ending.isPending} busyLabel="Ending…" onClick={() => ending.start()}>
            End<span className="sr-only"> the session of {name}</span>
          </SmallButton>
        )}
      </div>
      <Facts
        facts={[
          ['IP address', <Id key="ip">{ip}</Id>],
          ['Started', <When key="since" at={startedAt} />],
          ['Expires', <When key="until" at={expiresAt} />],
        ]}
      />
    </Card>
  );
}
