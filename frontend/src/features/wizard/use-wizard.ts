import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { defineStored, fieldsOf } from '../../lib/storage.ts';
import { emptyDraft, parseDraft, reduce, type Step, stepFrom, type Wizard, type WizardEvent } from './wizard.ts';

/** What was answered so far, the same in every tab until it is ordered. */
const keptDraft = defineStored('wizard', parseDraft, emptyDraft);

export type WizardState = ReturnType<typeof useWizard>;

/**
 * The wizard as it is now. The step lives in the page's address, so that it survives a reload and goes with the back
 * button; where the answers do not reach that far, the first open step takes its place.
 */
export function useWizard() {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [known, setKnown] = useState<Wizard>(() => ({ step: 1, draft: keptDraft.get(), validation: 'idle' }));
  /** Grows when another tab has changed the answers: what is half typed here gives way. */
  const [round, setRound] = useState(0);
  const asked = stepFrom(query.get('step'));
  const wizard = reduce(known, { type: 'arrived', step: asked });

  function tell(...events: WizardEvent[]): void {
    const next = events.reduce(reduce, wizard);
    setKnown(next);
    keptDraft.set(next.draft);
    if (next.step !== wizard.step) goTo(next.step);
  }
  const goTo = (step: Step) => void navigate(paths.startAt(step), { state: { pushed: true } });

  useEffect(() => {
    if (asked !== wizard.step) void navigate(paths.startAt(wizard.step), { replace: true });
  }, [asked, wizard.step, navigate]);

  const restore = useEffectEvent(() => {
    const draft = keptDraft.get();
    if (JSON.stringify(draft) === JSON.stringify(wizard.draft)) return;
    setKnown(reduce(wizard, { type: 'restored', draft }));
    setRound(round + 1);
  });
  useLayoutEffect(() => {
    const listen = () => restore();
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  }, []);

  return {
    ...wizard,
    round,
    tell,
    goTo,
    /** To where the person came from within the wizard; whoever was led here by a link, to the step before. */
    back() {
      if (fieldsOf(state).pushed === true) void navigate(-1);
      else void navigate(paths.startAt((wizard.step - 1) as Step), { replace: true });
    },
    /** It is ordered: the next transfer begins anew. */
    finish: () => keptDraft.forget(),
  };
}
