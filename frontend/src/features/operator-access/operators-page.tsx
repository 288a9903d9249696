import { pages } from '@xrp-bridge/contracts/pages';
import { useState } from 'react';
import { call, queryOf, type Reply } from '../../lib/api/client.ts';
import { ReasonButton } from '../../operator/act-button.tsx';
import { useAct, useLive } from '../../operator/live.ts';
import { NotDone } from '../../operator/not-done.tsx';
import { NotRead } from '../../operator/not-read.tsx';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Facts, Panel, When } from '../../operator/parts.tsx';
import { SmallButton } from '../../operator/small-button.tsx';
import { toastError } from '../../operator/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { Row as Beside, Buttons, Card } from '../../ui/layout.tsx';
import { Note, Pill } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';

type Account = Reply<'GET /api/operator/accounts'>['accounts'][number];
type Invitation = Reply<'POST /api/operator/accounts'>;

const states = {
  invited: { kind: 'warn', text: 'Invited' },
  active: { kind: 'good', text: 'Active' },
  disabled: { kind: 'plain', text: 'Disabled' },
} as const;

/** Lists all operators. An owner can add, reset, disable and enable them. */
export function OperatorsPage() {
  const accounts = useLive(queryOf('GET /api/operator/accounts'));
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  return (
    <OperatorPage
      title={pages.adminOperators.title}
      lead="Each person has their own account. Staff can’t bypass payments, change settings, or make big refunds."
    >
      {invitation && <ShowInvitation invitation={invitation} />}
      <AddOperator onAdded={setInvitation} />
      <NotRead title="We couldn’t load the list of operators" query={accounts} />
      {accounts.isPending && <Skeleton className="h-44 max-w-3xl" />}
      <ul className="grid max-w-3xl gap-4">
        {accounts.data?.accounts.map((account) => (
          <OperatorRow key={account.id} account={account} onReset={setInvitation} />
        ))}
      </ul>
    </OperatorPage>
  );
}

function ShowInvitation({ invitation: { name, password } }: { invitation: Invitation }) {
  return (
    <Note kind="good" title={`One-time password for ${name}`} live className="max-w-3xl">
      <p translate="no" className="font-mono text-lg wrap-anywhere">
        {password}
      </p>
      <p>You’ll only see this once. It works for 7 days. Share it in person or by phone, not by email.</p>
      <Buttons>
        <CopyButton variant="quiet" text={password} label="Copy password" />
      </Buttons>
    </Note>
  );
}

function AddOperator({ onAdded }: { onAdded: (invitation: Invitation) => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Account['role']>('staff');
  const [isMissing, setMissing] = useState(false);
  const add = useAct(() => call('POST /api/operator/accounts', { body: { name: name.trim(), role } }), {
    onDone: (invitation) => {
      setName('');
      onAdded(invitation);
    },
  });
  return (
    <Panel title="Add an operator" className="max-w-3xl">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(!name.trim());
          if (name.trim()) add.start();
        }}
      >
        <NotDone title="We couldn’t add this person" error={add.error} />
        <Field
          label="Name"
          autoComplete="off"
          maxLength={60}
          error={isMissing ? 'Please enter a name.' : null}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label="Role"
          value={role}
          onChange={(event) => setRole(event.target.value === 'owner' ? 'owner' : 'staff')}
        >
          <option value="staff">Staff</option>
          <option value="owner">Owner</option>
        </SelectField>
        <Button type="submit" busy={add.isPending} busyLabel="Adding…" className="sm:justify-self-start">
          Add operator
        </Button>
      </form>
    </Panel>
  );
}

function OperatorRow({ account, onReset }: { account: Account; onReset: (invitation: Invitation) => void }) {
  const { id, name, role, state, hasSecondFactor, isFirst, current, signedInAt } = account;
  const change = (act: 'disable' | 'enable', reason?: string) =>
    call('POST /api/operator/accounts/{id}/{act}', { params: { id, act }, body: reason ? { reason } : {} });
  const enable = useAct(() => change('enable'), {
    onDone: () => toast({ title: 'They can sign in again', description: name }),
    onFailed: toastError,
  });
  return (
    <Card as="li" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg wrap-anywhere">
          {name} {current && <Pill>You</Pill>}
        </h2>
        <Pill kind={states[state].kind}>{states[state].text}</Pill>
      </div>
      <Facts
        facts={[
          ['Role', role === 'owner' ? 'Owner' : 'Staff'],
          ['Two-step sign-in', hasSecondFactor ? 'Authenticator app' : 'Not set up yet'],
          ['Last signed in', <When key="signed in" at={signedInAt} />],
        ]}
      />
      {isFirst || current ? (
        <p className="text-sm text-ink-2">
          {current
            ? 'You can change your account under “Your account.”'
            : 'You can only change this account on the server.'}
        </p>
      ) : (
        <Beside>
          <ReasonButton
            label="Reset"
            what={name}
            title={`Reset ${name}`}
            does="Reset operator"
            doing="Resetting…"
            act={async (reason) =>
              onReset(await call('POST /api/operator/accounts/{id}/reset', { params: { id }, body: { reason } }))
            }
          >
            <p>
              Use this if they lost their phone or password. It sets a one-time password, turns off two-step sign-in,
              and signs them out.
            </p>
          </ReasonButton>
          {state === 'disabled' ? (
            <SmallButton busy={enable.isPending} busyLabel="One moment…" onClick={() => enable.start()}>
              Enable<span className="sr-only"> {name}</span>
            </SmallButton>
          ) : (
            <ReasonButton
              label="Disable"
              what={name}
              title={`Disable ${name}`}
              does="Disable operator"
              doing="Disabling…"
              act={(reason) => change('disable', reason)}
            >
              <p>This signs them out everywhere. They can’t sign in until you enable them again.</p>
            </ReasonButton>
          )}
        </Beside>
      )}
    </Card>
  );
}
