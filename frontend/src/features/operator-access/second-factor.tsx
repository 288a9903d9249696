import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { call, type Reply } from '../../lib/api/client.ts';
import { useAct } from '../../operator/live.ts';
import { NotDone } from '../../operator/not-done.tsx';
import { FoldPanel, Id, Panel } from '../../operator/parts.tsx';
import { sessionQuery } from '../../operator/session.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/field.tsx';
import { later } from '../../ui/later.ts';
import { Buttons } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';

const QrCode = later(async () => (await import('../../ui/qr-code.tsx')).QrCode);

type Account = Reply<'GET /api/operator/account'>;
type Begun = Reply<'POST /api/operator/account/second-factor'>;

/** Sets up an authenticator app in three steps: the password, the app's code, the recovery codes. */
export function SecondFactor({
  account,
  open,
}: {
  account: Account;
  /** True if the setup is expanded at first. */
  open: boolean;
}) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // The pressed button disappears, so the focus moves to the next step.
  const place = useStepFocus<HTMLDivElement>(codes ? 'codes' : begun ? 'code' : 'password');
  function finish() {
    setCodes(null);
    setBegun(null);
  }
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={finish} />
      ) : (
        <FoldPanel
          title={account.hasSecondFactor ? 'Change your authenticator app' : 'Set up two-step sign-in'}
          open={open}
          className="max-w-2xl"
        >
          {begun ? (
            <Confirm account={account} begun={begun} onDone={setCodes} />
          ) : (
            <Begin account={account} onDone={setBegun} />
          )}
        </FoldPanel>
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
          ? 'Your current app works until the new one is set up.'
          : 'An app on your phone shows a code that you’ll need to sign in. That way, a stolen password isn’t enough to get in.'}
      </p>
      <NotDone title="We couldn’t start the setup" error={begin.error} />
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
      <p>Get an authenticator app for your phone, such as Aegis or 2FAS. Then scan this code with it.</p>
      <Suspense fallback={<Skeleton className="size-60" />}>
        <QrCode text={uri} label="QR code for your authenticator app" />
      </Suspense>
      <p>
        No camera? Type this key into the app: <Id>{secret}</Id>
      </p>
      <NotDone title="We couldn’t set up your app" error={confirm.error} />
      {account.mayChooseName && (
        <Field
          label="Your name"
          autoComplete="username"
          maxLength={60}
          hint="You’ll use it to sign in. It’s also shown next to your actions in the audit trail."
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <Field
        label="Code from your app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        mono
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" busy={confirm.isPending} busyLabel="Checking…" className="sm:justify-self-start">
        {account.hasSecondFactor ? 'Change authenticator app' : 'Turn on two-step sign-in'}
      </Button>
    </form>
  );
}

function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const client = useQueryClient();
  // The codes stay until the session is fetched. Without them, an invited operator would first see the set-up again.
  const leave = useAct(() => client.invalidateQueries(sessionQuery, { throwOnError: true }), { onDone: onSaved });
  return (
    <Panel title="Save your backup codes" className="max-w-2xl">
      <Note kind="warn" title="You’ll only see these once" live>
        <p>If you lose your phone, each code lets you sign in once. Print them or write them down.</p>
      </Note>
      <ul translate="no" className="grid gap-1 font-mono text-sm sm:text-base">
        {codes.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <NotDone title="We couldn’t load your account" error={leave.error} />
      <Buttons>
        <Button busy={leave.isPending} busyLabel="One moment…" onClick={() => leave.start()}>
          I saved them
        </Button>
        <CopyButton variant="quiet" text={codes.join('\n')} label="Copy all" />
      </Buttons>
    </Panel>
  );
}
