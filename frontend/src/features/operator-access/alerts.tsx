import type { AlertKind, AlertWay } from '@xrp-bridge/contracts/operator-alerts';
import { useLayoutEffect, useState } from 'react';
import { relativeTime } from '../../lib/ages.ts';
import { ApiError, call, fieldMessage, queryOf, type Reply } from '../../lib/api/client.ts';
import { useAct, useLive } from '../../operator/live.ts';
import { NotDone } from '../../operator/not-done.tsx';
import { NotRead } from '../../operator/not-read.tsx';
import { FoldPanel } from '../../operator/parts.tsx';
import { toastError } from '../../operator/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Note, NoteButtons } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';

type Saved = Reply<'GET /api/operator/account/alerts'>;

const title = 'Your alerts';

const groups: readonly {
  when: string;
  kinds: readonly (readonly [kind: AlertKind, label: string])[];
  onlyOwners?: boolean;
}[] = [
  {
    when: 'Right away',
    kinds: [
      ['refund_requests', 'Refund requests'],
      ['hand_payments', 'Customers who want to pay another way'],
      ['disputes', 'Disputes'],
      ['accounting', 'Payments and accounting that don’t add up'],
    ],
  },
  { when: 'At most once an hour', kinds: [['system', 'New problems with jobs, events, and providers']] },
  { when: 'Each morning', kinds: [['digest', 'What needs your attention, and yesterday’s sales']] },
  {
    when: 'Each Monday',
    kinds: [['weekly', 'Your week: sales, conversion, best day, problems, and open tasks']],
    onlyOwners: true,
  },
];

/** Shows the settings of the operator's alerts: the kinds, the e-mail address and the webhook. */
export function Alerts({ isOwner }: { isOwner: boolean }) {
  const alerts = useLive(queryOf('GET /api/operator/account/alerts'));
  return (
    <>
      <NotRead title="We couldn’t load your alerts" query={alerts} />
      {alerts.isPending && <Skeleton className="h-96 max-w-2xl" />}
      {alerts.data && <AlertForm saved={alerts.data} isOwner={isOwner} />}
    </>
  );
}

/** Returns the confirmation mail's token from the fragment, and removes it from the address bar. */
function useToken(): string | null {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('alerts'));
  useLayoutEffect(() => {
    if (token) history.replaceState(history.state, '', location.pathname + location.search);
  }, [token]);
  return token;
}

function AlertForm({ saved, isOwner }: { saved: Saved; isOwner: boolean }) {
  const offered = groups.filter(({ onlyOwners }) => isOwner || !onlyOwners);
  const [email, setEmail] = useState(saved.email ?? '');
  const [webhookUrl, setWebhookUrl] = useState(saved.webhookUrl ?? '');
  const [kinds, setKinds] = useState(saved.kinds);
  const save = useAct(() => call('PUT /api/operator/account/alerts', { body: { email, webhookUrl, kinds } }), {
    onDone: () => toast({ title: 'Your alerts are saved' }),
  });
  const token = useToken();
  const unconfirmed = saved.emailConfirmed ? null : saved.email;
  const failed = Object.values(saved.deliveries).some(({ failedAt }) => failedAt);
  const mistakeOf = (name: string) => fieldMessage(save.error, name) ?? null;
  return (
    <FoldPanel
      title={title}
      open={failed || Boolean(unconfirmed) || !(saved.email || saved.webhookUrl)}
      className="max-w-2xl"
    >
      {unconfirmed && <ConfirmEmail email={unconfirmed} outcome={saved.deliveries.email} token={token} />}
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          save.start();
        }}
      >
        <p>We can email you, or post to a chat app like Slack, when something needs your attention.</p>
        <NotDone title="We couldn’t save your alerts" error={save.error} />
        <Field
          label="Email"
          optional
          type="email"
          autoComplete="email"
          maxLength={254}
          hint="Leave this blank if you don’t want alerts by email."
          error={mistakeOf('email')}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Field
          label="Webhook"
          optional
          type="url"
          autoComplete="off"
          maxLength={1_000}
          hint="Paste the webhook URL from Slack, or from an app that works the same way."
          error={mistakeOf('webhookUrl')}
          value={webhookUrl}
          onChange={(event) => setWebhookUrl(event.target.value)}
        />
        {offered.map(({ when, kinds: choices }) => (
          <fieldset key={when} className="grid gap-1">
            <legend className="mb-1 font-semibold">{when}</legend>
            {choices.map(([kind, label]) => (
              <label key={kind} className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="checkbox"
                  checked={kinds.includes(kind)}
                  onChange={({ target }) =>
                    setKinds(target.checked ? [...kinds, kind] : kinds.filter((each) => each !== kind))
                  }
                  className="size-6 shrink-0 accent-water"
                />
                {label}
              </label>
            ))}
          </fieldset>
        ))}
        <Button type="submit" busy={save.isPending} busyLabel="Saving…" className="sm:justify-self-start">
          Save
        </Button>
      </form>
      {saved.email && !unconfirmed && <Delivery way="email" noun="email" outcome={saved.deliveries.email} />}
      {saved.webhookUrl && <Delivery way="webhook" noun="webhook message" outcome={saved.deliveries.webhook} />}
    </FoldPanel>
  );
}

/** Confirms the e-mail address with the mailed link after a button press, or sends a new link. */
function ConfirmEmail({
  email,
  outcome: { sentAt, failedAt, failure },
  token,
}: {
  email: string;
  outcome: Saved['deliveries']['email'];
  token: string | null;
}) {
  const confirm = useAct(
    (sent: string) => call('POST /api/operator/account/alerts/confirm', { body: { token: sent } }),
    { onDone: () => toast({ title: 'Your email address is confirmed' }) },
  );
  const isExpired = confirm.error instanceof ApiError && confirm.error.problem?.code === 'link_expired';
  const send = useAct(() => call('POST /api/operator/account/alerts/test/{way}', { params: { way: 'email' } }), {
    onDone: () => confirm.reset(),
    onFailed: toastError,
  });
  if (token && !isExpired && !send.isSuccess) {
    return (
      <>
        <NotDone title="We couldn’t confirm your email address" error={confirm.error} />
        <Note title={`Get alerts at ${email}?`}>
          <NoteButtons>
            <Button busy={confirm.isPending} busyLabel="Confirming…" onClick={() => confirm.start(token)}>
              Confirm this address
            </Button>
          </NoteButtons>
        </Note>
      </>
    );
  }
  return (
    <Note
      kind={failedAt ? 'bad' : 'warn'}
      title={
        failedAt
          ? 'We couldn’t send the link'
          : isExpired
            ? 'This link no longer works'
            : sentAt
              ? 'Check your email to turn on alerts'
              : 'Confirm your email address'
      }
      live
    >
      <p>
        {failedAt
          ? failure
          : sentAt && !isExpired
            ? `We sent a link to ${email}. Open it within 24 hours. Until then, we won’t send alerts there.`
            : `We’ll send a link to ${email}. Until you open it, we won’t send alerts there.`}
      </p>
      <NoteButtons>
        <Button variant="quiet" busy={send.isPending} busyLabel="Sending…" onClick={() => send.start()}>
          {sentAt || failedAt ? 'Send a new link' : 'Send the link'}
        </Button>
      </NoteButtons>
    </Note>
  );
}

/** Shows the outcome of the last delivery to a saved address, with a button that sends a test. */
function Delivery({
  way,
  noun,
  outcome: { sentAt, failedAt, failure },
}: {
  way: AlertWay;
  noun: string;
  outcome: Saved['deliveries'][AlertWay];
}) {
  const test = useAct(() => call('POST /api/operator/account/alerts/test/{way}', { params: { way } }), {
    onFailed: toastError,
  });
  const now = Date.now();
  return (
    <Note
      kind={failedAt ? 'bad' : sentAt ? 'good' : 'info'}
      title={
        failedAt
          ? `The last ${noun} failed ${relativeTime(failedAt, now)}`
          : sentAt
            ? `The last ${noun} was sent ${relativeTime(sentAt, now)}`
            : `No ${noun} has been sent yet`
      }
      live
    >
      {failedAt && <p>{failure}</p>}
      <NoteButtons>
        <Button variant="quiet" busy={test.isPending} busyLabel="Sending…" onClick={() => test.start()}>
          Send a test {noun}
        </Button>
      </NoteButtons>
    </Note>
  );
}
