import { pages } from '@xrp-bridge/contracts/pages';
import { type ReactNode, useEffect, useReducer } from 'react';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink, TextButton, TextLink } from '../../ui/button.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import { Buttons, Card, Page, useStepFocus } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { Sources } from '../../ui/sources.tsx';
import { beginning, changeWizard, progressOf, stepCount, type Wizard } from './flow.ts';
import { FragmentList } from './fragment-list.tsx';
import { Locker } from './locker.tsx';
import { makeKit, minimumMs } from './make-kit.ts';
import { RestoreForm } from './restore-form.tsx';
import { inside, lastChecked, sources, tooOld } from './texts.ts';

const insideTitle = 'How it works, and who has checked it';

/**
 * Creates an encryption key in the browser, splits it in three, tests the fragments and locks notes
 * with the key. Nothing is sent or stored.
 */
export function EncryptionPage() {
  const [wizard, dispatch] = useReducer(changeWizard, beginning);
  const { stage } = wizard;
  const heading = useStepFocus(placeOf(wizard));

  useEffect(() => {
    // The font of the fragments is loaded early, because from then on the page needs no network. Offline, another font
    // is used.
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
          Make a key on this page and split it into three fragments. Any two of them bring it back. With it you can lock
          notes and files of your own.
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
            <Note kind="bad" title="Your key could not be made" live>
              <p>{tooOld} Nothing was made, and nothing is lost.</p>
            </Note>
          )}
          <p>All of it is done on this page. Nothing is sent to us or to anyone. You may even go offline now.</p>
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
                I have fragments already
              </Button>
            )}
          </Buttons>
        </StepCard>
      )}
      {wizard.stage === 'fragments' && (
        <StepCard label="Your fragments">
          {title('Write down your three fragments')}
          <p>Write each one on a sheet of its own. Keep each in a place of its own. One of them may get lost.</p>
          <FragmentList fragments={wizard.kit.fragments} />
          <Note kind="warn" title="Do not close this page yet">
            <p>We keep no copy. Without two fragments, no one can open what you lock, not even us.</p>
          </Note>
          <Buttons className="print:hidden">
            <Button onClick={() => dispatch({ type: 'fragments-seen' })}>I have written them down</Button>
          </Buttons>
        </StepCard>
      )}
      {wizard.stage === 'backup' && (
        <StepCard label="Try them out">
          {title('Now try them out')}
          {wizard.tried ? (
            <Note kind="good" title="It works" live>
              <p>Your two fragments have brought the key back.</p>
            </Note>
          ) : (
            <>
              <p>Take any two of your papers, and type what is on them. So you know that they work.</p>
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
            I have all three on paper, each in a place of its own.
          </label>
          <Buttons>
            <Button disabled={!wizard.saved || !wizard.tried} onClick={() => dispatch({ type: 'finished' })}>
              Continue
            </Button>
            <Button variant="quiet" onClick={() => dispatch({ type: 'fragments-wanted' })}>
              Show them again
            </Button>
          </Buttons>
        </StepCard>
      )}
      {stage === 'returning' && (
        <StepCard label="Your fragments">
          {title('Type two of your fragments')}
          <p>It does not matter which two. Nothing of it is sent.</p>
          <RestoreForm button="Bring my key back" onRestored={(keys) => dispatch({ type: 'keys-restored', keys })} />
        </StepCard>
      )}
      {wizard.stage === 'done' && (
        <>
          <StepCard label="Your key is ready">
            {title('Your key is ready')}
            <p>It is here until you close this page. Later, two fragments bring it back, on any device.</p>
            <Buttons>
              <ButtonLink variant="quiet" to={pages.conciergeDashboard.path}>
                Go to the concierge dashboard
              </ButtonLink>
              <ButtonLink variant="quiet" to={pages.conciergeRegister.path}>
                Register for the concierge, if you like
              </ButtonLink>
            </Buttons>
          </StepCard>
          <Locker keys={wizard.keys} />
        </>
      )}
      <Note kind="info" title="What this is not" className="print:hidden">
        <p>
          It protects your own notes and files, and nothing else. It does not change your wallet. The keys of the XRP
          Ledger are not quantum-safe today. Nobody can make them so on a web page.
        </p>
        <p>Never type recovery words or a secret key here.</p>
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

/** Shows the current one of the four steps, with the progress. */
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
        <span>{percent} % complete</span>
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
