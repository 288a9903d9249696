import { pages } from '@xrp-bridge/contracts/pages';
import { type ReactNode, useEffect, useReducer } from 'react';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink, TextButton, TextLink } from '../../ui/button.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import { Buttons, Card, Page } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { Sources } from '../../ui/sources.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';
import { beginning, changeWizard, progressOf, stepCount, type Wizard } from './flow.ts';
import { FragmentList } from './fragment-list.tsx';
import { Locker } from './locker.tsx';
import { makeKit, minimumMs } from './make-kit.ts';
import { RestoreForm } from './restore-form.tsx';
import { inside, lastChecked, sources, tooOld } from './texts.ts';

const insideTitle = 'How it works and who has checked it';

/**
 * Creates an encryption key in the browser, splits it in three, tests the fragments and locks notes
 * with the key. Nothing is sent or stored.
 */
export function EncryptionPage() {
  const [wizard, dispatch] = useReducer(changeWizard, beginning);
  const { stage } = wizard;
  const heading = useStepFocus(placeOf(wizard));

  useEffect(() => {
    // Loads the font of the fragments with the page, so that the later steps work offline. If the font cannot be
    // loaded, the browser uses the fallback font.
    document.fonts.load('1em Atkinson Hyperlegible Mono Variable').catch(() => {});
  }, []);

  useEffect(() => {
    if (stage !== 'making') return;
    let left = false;
    const pause = new Promise((resolve) => setTimeout(resolve, minimumMs));
    Promise.all([makeKit(), pause]).then(
      ([kit]) => left || dispatch({ type: 'key-made', kit }),
      () => left || dispatch({ type: 'key-failed' }),
    );
    return () => {
      left = true;
    };
  }, [stage]);

  function title(text: string): ReactNode {
    return (
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        {text}
      </h2>
    );
  }

  return (
    <Page
      title={pages.conciergeEncryption.title}
      lead={
        <p>
          Make a key on this page and split it into three fragments. Any two of them can bring it back. You can use the
          key to lock your own notes and files.
        </p>
      }
      narrow
    >
      <Progress wizard={wizard} />
      {(stage === 'ready' || stage === 'making' || stage === 'failed') && (
        <StepCard label="Make your key">
          <Drawing of="lock" />
          {title('Make your key')}
          {stage === 'failed' && (
            <Note kind="bad" title="We couldn’t create your key" live>
              <p>{tooOld} Nothing was saved, and nothing is lost.</p>
            </Note>
          )}
          <p>All of this happens on this page. Nothing is sent to us or anyone else. You can even go offline now.</p>
          <p role="status" className="sr-only">
            {stage === 'making' ? 'Making your key…' : ''}
          </p>
          <Buttons>
            <Button
              busy={stage === 'making'}
              busyLabel="Making your key…"
              onClick={() => dispatch({ type: 'key-wanted' })}
            >
              Make my key
            </Button>
            {stage !== 'making' && (
              <Button variant="quiet" onClick={() => dispatch({ type: 'came-back' })}>
                I already have fragments
              </Button>
            )}
          </Buttons>
        </StepCard>
      )}
      {wizard.stage === 'fragments' && (
        <StepCard label="Your fragments">
          {title('Write down your three fragments')}
          <p>
            Write each one on a separate sheet, and keep them in three different places. If you lose one, the other two
            still work.
          </p>
          <FragmentList fragments={wizard.kit.fragments} />
          <Note kind="warn" title="Don’t close this page yet">
            <p>We don’t keep a copy. Without two fragments, no one can open what you lock, not even us.</p>
          </Note>
          <Buttons className="print:hidden">
            <Button onClick={() => dispatch({ type: 'fragments-seen' })}>I’ve written them down</Button>
          </Buttons>
        </StepCard>
      )}
      {wizard.stage === 'backup' && (
        <StepCard label="Test your fragments">
          {title('Now test your fragments')}
          {wizard.tried ? (
            <Note kind="good" title="It works" live>
              <p>Your two fragments brought the key back.</p>
            </Note>
          ) : (
            <>
              <p>Take any two of your fragments, and type them in. That way you’ll know they work.</p>
              <RestoreForm
                setId={wizard.kit.keys.setId}
                button="Bring my key back"
                onRestored={() => dispatch({ type: 'tried' })}
              />
            </>
          )}
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              checked={wizard.saved}
              onChange={({ target: { checked } }) => dispatch({ type: 'saved', saved: checked })}
              className="size-6 shrink-0 accent-water"
            />
            I have all three fragments on paper, each in a different place.
          </label>
          <Buttons>
            <Button disabled={!wizard.saved || !wizard.tried} onClick={() => dispatch({ type: 'finished' })}>
              Continue
            </Button>
            <Button variant="quiet" onClick={() => dispatch({ type: 'fragments-wanted' })}>
              Show my fragments again
            </Button>
          </Buttons>
        </StepCard>
      )}
      {stage === 'returning' && (
        <StepCard label="Your fragments">
          {title('Type two of your fragments')}
          <p>Any two of them will do. Nothing you type leaves this page.</p>
          <RestoreForm button="Bring my key back" onRestored={(keys) => dispatch({ type: 'keys-restored', keys })} />
        </StepCard>
      )}
      {wizard.stage === 'done' && (
        <>
          <StepCard label="Your key is ready">
            {title('Your key is ready')}
            <p>
              Your key stays here until you close this page. After that, two fragments will bring it back on any device.
            </p>
            <Buttons>
              <ButtonLink variant="quiet" to={pages.conciergeDashboard.path}>
                Go to the concierge dashboard
              </ButtonLink>
              <ButtonLink variant="quiet" to={pages.conciergeRegister.path}>
                Use the concierge on another device
              </ButtonLink>
            </Buttons>
          </StepCard>
          <Locker keys={wizard.keys} />
        </>
      )}
      <Note kind="info" title="What this doesn’t do" className="print:hidden">
        <p>
          This key protects your own notes and files, and nothing else. It doesn’t change your wallet. The keys that
          protect XRP aren’t quantum-safe today, and no web page can change that.
        </p>
        <p>Never type a recovery phrase or a secret key here.</p>
        <p>
          <TextLink to={paths.quantum} className="inline-flex min-h-11 items-center">
            More about quantum computers and your XRP
          </TextLink>
        </p>
      </Note>
      <Card as="section" aria-label={insideTitle} className="py-1 print:hidden">
        <Fold title={insideTitle}>
          <CheckList points={inside} />
          <Sources of={insideTitle} sources={sources} lastChecked={lastChecked} />
        </Fold>
      </Card>
      {stage !== 'ready' && stage !== 'making' && (
        <p className="print:hidden">
          <TextButton onClick={() => dispatch({ type: 'started-over' })}>Start over</TextButton>
        </p>
      )}
    </Page>
  );
}

/**
 * Returns a value for `useStepFocus`, which moves the focus to the heading when this value changes.
 * 'making' counts as 'ready', so that the button retains the focus while the encryption key is created.
 */
function placeOf(wizard: Wizard): string {
  if (wizard.stage === 'making') return 'ready';
  return wizard.stage === 'backup' && wizard.tried ? 'tried' : wizard.stage;
}

function StepCard({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Card raised as="section" aria-label={label} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
      {children}
    </Card>
  );
}

/** Shows the number of the current step, and the progress in percent. */
function Progress({ wizard }: { wizard: Wizard }) {
  const progress = progressOf(wizard);
  if (!progress) return null;
  const { step, percent } = progress;
  return (
    <div className="grid gap-2 print:hidden">
      <p className="flex flex-wrap justify-between gap-x-4 text-ink-2">
        <span>
          Step {step} of {stepCount}
        </span>
        <span>{percent}% complete</span>
      </p>
      <progress
        max={100}
        value={percent}
        aria-label={`Step ${step} of ${stepCount}`}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunk [&::-moz-progress-bar]:bg-water [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-water"
      />
    </div>
  );
}
