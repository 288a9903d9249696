import { longestPost } from '@xrp-bridge/contracts/ad-plan';
import { pages } from '@xrp-bridge/contracts/pages';
import { postLengthOf } from '@xrp-bridge/contracts/post-length';
import { useState } from 'react';
import { call, type Reply } from '../../lib/api/client.ts';
import { DialogButton, ReasonDialog } from '../../operator/act-button.tsx';
import { AreaField } from '../../operator/area-field.tsx';
import { describeToOperator } from '../../operator/describe.ts';
import { useAct, useLive } from '../../operator/live.ts';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Panel, When } from '../../operator/parts.tsx';
import { automationQuery } from '../../operator/queries.ts';
import { SmallButton } from '../../operator/small-button.tsx';
import { Pill } from '../../ui/note.tsx';
import { toast } from '../../ui/toast.ts';

type Raw = Reply<'GET /api/test-x-api'>;
type Test = 'auth' | 'post' | 'limits' | 'campaign';
interface Result {
  name: string;
  at: string;
  isWorking: boolean;
  raw: unknown;
}

/** The test campaign has a budget of 50 and three keywords (spec 2 §9). */
const testCampaign = { campaignName: 'Test campaign', budget: 50, keywords: ['XRP', 'wallet', 'crypto'] };

const tests: readonly { id: Test; name: string; about: string }[] = [
  { id: 'auth', name: 'Auth test', about: 'Checks which X account we’re connected to.' },
  { id: 'post', name: 'Post tweet', about: 'Posts this message on X for real, even if auto-posting is off.' },
  { id: 'limits', name: 'Rate limits', about: 'Shows how much of our limit is left and when it resets.' },
  { id: 'campaign', name: 'Ad campaign', about: 'Creates a paused $50 campaign with three keywords, then removes it.' },
];

/** Tests the connection to X, and shows the results. */
export function XTestPage() {
  const { data: automation } = useLive(automationQuery);
  const isDry = automation?.dryRun === true;
  const [message, setMessage] = useState('A test of our connection. #ad');
  const [results, setResults] = useState<Partial<Record<Test, Result>>>({});
  const [last, setLast] = useState<Result | null>(null);
  const left = longestPost - postLengthOf(message);
  const run = useAct(
    async ({ test, reason }: { test: Test; reason?: string }) => {
      const calls: Record<Test, () => Promise<Raw>> = {
        auth: () => call('GET /api/test-x-api'),
        post: () => call('POST /api/test-x-post', { body: { message, ...(reason ? { reason } : {}) } }),
        limits: () => call('GET /api/x-rate-limits'),
        campaign: () => call('POST /api/test-x-ad', { body: testCampaign }),
      };
      return calls[test]();
    },
    {
      onDone: (raw, { test }) => show(test, raw.success, raw),
      onFailed: (error, { test }) => show(test, false, { error: describeToOperator(error, error.message) }),
    },
  );

  function show(test: Test, isWorking: boolean, raw: unknown) {
    const name = tests.find((each) => each.id === test)?.name ?? test;
    const result = { name, at: new Date().toISOString(), isWorking, raw };
    setResults((before) => ({ ...before, [test]: result }));
    setLast(result);
    toast({
      title: isWorking ? 'Test successful' : 'Test failed',
      description: isWorking ? `✓ ${name}: ${isUnsent(raw) ? 'not sent' : 'working'}` : `✗ ${name}: error`,
      variant: isWorking ? 'default' : 'destructive',
    });
  }

  /** Only this test asks for a reason, because its effect is permanent: everyone can see the post. */
  const question = (
    <ReasonDialog
      title="Post this on X?"
      does="Post publicly"
      doing="Posting…"
      act={async (reason) => run.start({ test: 'post', reason })}
    >
      <p className="rounded-md bg-sunk p-4 wrap-anywhere whitespace-pre-wrap">{message}</p>
      <p>It stays on X until you delete it there.</p>
    </ReasonDialog>
  );

  const isUnfit = !message.trim() || left < 0;
  const running = run.isPending ? run.variables?.test : undefined;
  return (
    <OperatorPage title={pages.xTest.title} lead="Tests our connection to X and shows the raw response">
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="grid gap-6">
          <Panel title="Message">
            <AreaField
              label="Test message"
              rows={4}
              maxLength={4 * longestPost}
              value={message}
              onChange={(event) => setMessage(event.target.value)}
              isWrong={isUnfit}
              below={left < 0 ? `${countOf(-left)} too many` : `${countOf(left)} remaining`}
            />
          </Panel>
          <Panel title="Tests">
            <ul className="grid">
              {tests.map(({ id: test, name, about }) => {
                const button = { busy: running === test, busyLabel: 'Testing…' };
                const isWaiting = running !== undefined && running !== test;
                return (
                  <li
                    key={test}
                    className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-0"
                  >
                    <div className="min-w-[min(12rem,100%)] flex-1">
                      <p className="font-semibold">{name}</p>
                      <p className="text-sm text-ink-2">
                        {test === 'post' && isDry ? 'Dry run (nothing is posted).' : about}
                      </p>
                    </div>
                    <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
                      <Badge result={results[test]} />
                      {test === 'post' && !isDry ? (
                        <DialogButton
                          {...button}
                          disabled={isWaiting || isUnfit}
                          label="Test"
                          what={name}
                          dialog={question}
                        />
                      ) : (
                        <SmallButton
                          {...button}
                          disabled={isWaiting || (test === 'post' && isUnfit)}
                          onClick={() => run.start({ test })}
                        >
                          Test<span className="sr-only"> {name}</span>
                        </SmallButton>
                      )}
                    </span>
                  </li>
                );
              })}
            </ul>
          </Panel>
        </div>
        <Panel title="Results">
          {last ? (
            <div role="status" className="grid min-w-0 gap-2">
              <p className="text-sm text-ink-2">
                {last.name}, <When at={last.at} />
              </p>
              <pre
                translate="no"
                className="rounded-md bg-sunk p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
              >
                {JSON.stringify(last.raw, null, 2)}
              </pre>
            </div>
          ) : (
            <p className="text-ink-2">No tests run yet.</p>
          )}
        </Panel>
      </div>
    </OperatorPage>
  );
}

/** Returns true if a dry run suppressed the test's post. */
function isUnsent(raw: unknown): boolean {
  return (raw as { result?: { dryRun?: boolean } | null }).result?.dryRun === true;
}

const countOf = (count: number) => `${count} character${count === 1 ? '' : 's'}`;

function Badge({ result }: { result: Result | undefined }) {
  if (!result) return <Pill>Not tested</Pill>;
  if (result.isWorking && isUnsent(result.raw)) return <Pill>Not sent</Pill>;
  return result.isWorking ? <Pill kind="good">Working</Pill> : <Pill kind="bad">Error</Pill>;
}
