import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, describe } from '../../lib/api/client.ts';
import { useAct } from '../../operator/live.ts';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { type Session, signIn } from '../../operator/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { Card } from '../../ui/layout.tsx';

const ids = { name: 'operator-name', password: 'operator-password', code: 'operator-code' } as const;

/** Replaces an operators' page while there is no session. After the sign-in, the same page is shown. */
export function SignIn({ ended }: { ended: Session | null }) {
  const client = useQueryClient();
  const [name, setName] = useState(ended?.name ?? '');
  const [password, setPassword] = useState('');
  const [attempts, setAttempts] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const [code, setCode] = useState('');
  /** True once the password was correct and the account has a second factor. */
  const [asksCode, setAsksCode] = useState(false);
  const entering = useAct(
    () => signIn(client, { password, ...(name.trim() ? { name: name.trim() } : {}), ...(asksCode ? { code } : {}) }),
    {
      onFailed: (error) => {
        setCode('');
        if (hasCode(error, 'code_required')) setAsksCode(true);
        else if (!hasCode(error, 'wrong_code') && !isLockOut(error)) startAgain();
      },
    },
  );
  function startAgain() {
    setPassword('');
    setAsksCode(false);
  }
  const field = asksCode ? ids.code : ids.password;
  const error = hasCode(entering.error, 'code_required') ? null : entering.error;
  const locked = useLock(error);
  const wrong = isMissing
    ? `Please enter ${asksCode ? 'the code' : 'your password'}.`
    : hasCode(error, 'wrong_password')
      ? 'That password isn’t right.'
      : hasCode(error, 'wrong_code')
        ? 'That code isn’t right. Wait for the next code.'
        : null;
  return (
    <OperatorPage
      title={ended ? 'Sign in again' : 'Sign in'}
      lead={ended ? 'Your session ended. What you typed is still here.' : 'For the people who run this service'}
    >
      <Card raised className="max-w-lg">
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (entering.isPending || locked) return;
            setAttempts(attempts + 1);
            const given = asksCode ? code : password;
            setMissing(!given);
            if (given) entering.start();
            else entering.reset();
          }}
        >
          <ErrorSummary
            title={wrong ? 'There’s a problem' : 'We couldn’t sign you in'}
            mistakes={wrong ? [{ field, text: wrong }] : []}
            attempt={`${attempts} ${entering.failureCount}`}
          >
            {!wrong && error && (
              <p>
                {/* The remaining time is shown below, as a countdown. */}
                {isLockOut(error)
                  ? 'Too many attempts.'
                  : describe(error, 'Please check your connection and try again.')}
              </p>
            )}
          </ErrorSummary>
          {locked && <p className="tabular">You can try again in {formatLeft(locked)}.</p>}
          {asksCode ? (
            <Field
              id={ids.code}
              label="Code"
              autoComplete="one-time-code"
              maxLength={40}
              mono
              required
              autoFocus
              hint="The code your app shows now, or one of your backup codes"
              value={code}
              onChange={(event) => setCode(event.target.value)}
              error={wrong}
            />
          ) : (
            <>
              <Field
                id={ids.name}
                label="Your name"
                optional
                autoComplete="username"
                maxLength={60}
                hint="Shown next to your actions in the audit trail"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
              <Field
                id={ids.password}
                label="Password"
                type="password"
                autoComplete="current-password"
                maxLength={200}
                required
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                error={wrong}
              />
            </>
          )}
          <Button
            type="submit"
            busy={entering.isPending}
            busyLabel="Signing in…"
            disabled={locked !== null}
            className="sm:justify-self-start"
          >
            Sign in
          </Button>
          {asksCode && (
            <Button
              variant="quiet"
              className="sm:justify-self-start"
              onClick={() => {
                startAgain();
                entering.reset();
              }}
            >
              Use a different name or password
            </Button>
          )}
        </form>
      </Card>
    </OperatorPage>
  );
}

function hasCode(error: Error | null, code: string): boolean {
  return error instanceof ApiError && error.problem?.code === code;
}

function isLockOut(error: Error | null): error is ApiError & { retryAfter: number } {
  return error instanceof ApiError && error.status === 429 && error.retryAfter !== null;
}

/** Returns the remaining seconds of a lock-out, counting down. Returns null without a lock-out. */
function useLock(error: Error | null): number | null {
  const [until, setUntil] = useState<number | null>(null);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isLockOut(error)) return;
    setUntil(Date.now() + error.retryAfter * 1_000);
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [error]);
  const left = until === null ? 0 : Math.ceil((until - now) / 1_000);
  return left > 0 ? left : null;
}

function formatLeft(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}
