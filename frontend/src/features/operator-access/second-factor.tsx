import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { call, type Reply } from '../../lib/api/client.ts';
import { useAct } from '../../operator/live.ts';
import { NotDone } from '../../operator/not-done.tsx';
import { Id, Panel } from '../../operator/parts.tsx';
import { sessionQuery } from '../../operator/session.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/field.tsx';
import { later } from '../../ui/later.ts';
import { Buttons, useStepFocus } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';

const QrCode = later('The QR code', async () => (await import('../../ui/qr-code.tsx')).QrCode);

type Account = Reply<'GET /api/operator/account'>;
type Begun = Reply<'POST /api/operator/account/second-factor'>;

/** Sets up an authenticator app in three steps: the password, the app's code, the recovery codes. */
export function SecondFactor({ account }: { account: Account }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const client = useQueryClient();
  // The pressed button no longer exists, so the focus moves to the next part.
  const place = useStepFocus<HTMLDivElement>(codes ? 'codes' : begun ? 'code' : 'password');
  function finish() {
    setCodes(null);
    setBegun(null);
    void client.invalidateQueries(sessionQuery);
  }
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={finish} />
      ) : (
        <Panel title={account.hasSecondFactor ? 'Change the code app' : 'Set up a code app'} className="max-w-2xl">
          {begun ? (
            <Confirm account={account} begun={begun} onDone={setCodes} />
          ) : (
            <Begin account={account} onDone={setBegun} />
          )}
        </Panel>
      )}
    </div>
  );
}

function Begin({ account, onDone }: { account: Account; onDone: (begun: Begun) => void }) {
  const [password, setPassword] = useState('');
  const begin = useAct(() => call('POST /api/operator/account/second-factor', { body: { password } }), { onDone });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (password) begin.start();
      }}
    >
      <p>
        {account.hasSecondFactor
          ? 'The app that you use now counts until the new one is set up.'
          : 'An app on your phone shows a code. You then need it to sign in. So nobody gets in with a stolen password.'}
      </p>
      <NotDone title="It could not begin" error={begin.error} />
      <Field
        label="Your password"
        type="password"
        autoComplete="current-password"
        maxLength={200}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" busy={begin.isPending} busyLabel="One moment…" className="sm:justify-self-start">
        Show the QR code
      </Button>
    </form>
  );
}

function Confirm({
  account,
  begun: { secret, uri },
  onDone,
}: {
  account: Account;
  begun: Begun;
  onDone: (codes: readonly string[]) => void;
}) {
  const [code, setCode] = useState('');
  const [name, setName] = useState(account.name);
  const confirm = useAct(
    () =>
      call('PUT /api/operator/account/second-factor', {
        body: { code, ...(account.mayChooseName ? { name: name.trim() } : {}) },
      }),
    { onDone: ({ recoveryCodes }) => onDone(recoveryCodes) },
  );
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (code) confirm.start();
      }}
    >
      <p>Get a code app for your phone, such as Aegis or 2FAS. Scan this with it.</p>
      <Suspense fallback={<Skeleton className="size-60" />}>
        <QrCode text={uri} label="QR code for the code app" />
      </Suspense>
      <p>
        No camera? Type this key into the app: <Id>{secret}</Id>
      </p>
      <NotDone title="It is not set up yet" error={confirm.error} />
      {account.mayChooseName && (
        <Field
          label="Your name"
          autoComplete="username"
          maxLength={60}
          hint="You sign in with it from now on, and it stands beside what you do in the audit trail."
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <Field
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        mono
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" busy={confirm.isPending} busyLabel="Checking…" className="sm:justify-self-start">
        Turn it on
      </Button>
    </form>
  );
}

function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  return (
    <Panel title="Save your spare codes" className="max-w-2xl">
      <Note kind="warn" title="They are shown only now" live>
        <p>Each one signs you in once, in place of a code, if you lose your phone. Print them or write them down.</p>
      </Note>
      <ul translate="no" className="grid gap-1 font-mono sm:grid-cols-2">
        {codes.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <Buttons>
        <Button onClick={onSaved}>I have saved them</Button>
        <CopyButton variant="quiet" text={codes.join('\n')} label="Copy all" />
      </Buttons>
    </Panel>
  );
}
