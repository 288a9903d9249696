import { pages } from '@xrp-bridge/contracts/pages';
import { useState } from 'react';
import { call, queryOf, type Reply } from '../../lib/api/client.ts';
import { useAct, useLive } from '../../operator/live.ts';
import { NotDone } from '../../operator/not-done.tsx';
import { NotRead } from '../../operator/not-read.tsx';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Facts, FoldPanel, Panel } from '../../operator/parts.tsx';
import { useSession } from '../../operator/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Pill } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';
import { Alerts } from './alerts.tsx';
import { SecondFactor } from './second-factor.tsx';
import { ShortcutSetting } from './shortcut-setting.tsx';

type Account = Reply<'GET /api/operator/account'>;

const shortest = 12;

/**
 * Shows the operator's own account: password and second factor.
 * An invited operator sees only this page until both are set.
 */
export function AccountPage() {
  const account = useLive(queryOf('GET /api/operator/account'));
  const { data } = account;
  const isReady = useSession().data?.role !== 'invited';
  return (
    <OperatorPage
      title={pages.adminAccount.title}
      lead={isReady ? 'Your alerts, your password, and how you sign in' : data && nextStepOf(data)}
    >
      <NotRead title="We couldn’t load your account" query={account} />
      {account.isPending && <Skeleton className="h-44 max-w-2xl" />}
      {data && (
        <>
          <Panel
            title={data.name}
            className="max-w-2xl"
            aside={<Pill>{data.role === 'owner' ? 'Owner' : 'Staff'}</Pill>}
          >
            <Facts
              facts={[
                ['Password', data.mustChangePassword ? 'One-time password (please choose your own)' : 'Set by you'],
                ['Two-step sign-in', data.hasSecondFactor ? 'Authenticator app' : 'Not set up yet'],
                ...(data.hasSecondFactor ? [['Backup codes left', data.recoveryCodesLeft] as const] : []),
              ]}
            />
          </Panel>
          {isReady && <Alerts isOwner={data.role === 'owner'} />}
          <Password account={data} />
          {!data.mustChangePassword && <SecondFactor account={data} open={!isReady} />}
          {isReady && <ShortcutSetting />}
        </>
      )}
    </OperatorPage>
  );
}

/** Returns the next step of an invited operator. */
function nextStepOf({ mustChangePassword, hasSecondFactor }: Account): string {
  if (mustChangePassword) {
    return 'Two steps to get started: first choose your own password, then set up an authenticator app.';
  }
  return hasSecondFactor
    ? 'Two-step sign-in is on. Please save your backup codes.'
    : 'Before you start, please turn on two-step sign-in.';
}

function Password({ account }: { account: Account }) {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [isTooShort, setTooShort] = useState(false);
  const change = useAct(() => call('PUT /api/operator/account/password', { body: { current, password } }), {
    onDone: () => {
      setCurrent('');
      setPassword('');
      toast({ title: 'Your password was changed', description: 'You’ve been signed out everywhere else.' });
    },
  });
  return (
    <FoldPanel title="Change your password" open={account.mustChangePassword} className="max-w-2xl">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setTooShort(password.length < shortest);
          if (password.length >= shortest) change.start();
        }}
      >
        <NotDone title="We couldn’t change your password" error={change.error} />
        <Field
          label={account.mustChangePassword ? 'One-time password' : 'Current password'}
          type="password"
          autoComplete="current-password"
          maxLength={200}
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          maxLength={200}
          hint={`At least ${shortest} characters. Three or four words are easy to remember.`}
          error={isTooShort ? `Use at least ${shortest} characters.` : null}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" busy={change.isPending} busyLabel="Changing…" className="sm:justify-self-start">
          Change password
        </Button>
      </form>
    </FoldPanel>
  );
}
