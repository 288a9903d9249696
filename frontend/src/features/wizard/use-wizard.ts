import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { defineStored, fieldsOf } from '../../lib/storage.ts';
import { emptyDraft, parseDraft, reduce, type Step, stepFrom, type Wizard, type WizardEvent } from './wizard.ts';

/** The answers so far. All tabs share them until the order is placed. */
const storedDraft = defineStored('wizard', parseDraft, emptyDraft);

export type WizardState = ReturnType<typeof useWizard>;

/**
 * Returns the state of the wizard.
 * The step is in the URL, so that it survives a reload and follows the back button. If earlier answers are missing, the
 * first step without an answer replaces the URL's step.
 */
export function useWizard() {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [wizardState, setWizardState] = useState<Wizard>(() => ({
    step: 1,
    draft: storedDraft.get(),
    validation: 'idle',
  }));
  /**
   * Incremented when another tab changes the answers.
   * This discards text that was typed here but is not an answer yet.
   */
  const [round, setRound] = useState(0);
  const requested = stepFrom(query.get('step'));
  const wizard = reduce(wizardState, { type: 'arrived', step: requested });

  function dispatch(...events: WizardEvent[]): void {
    const next = events.reduce(reduce, wizard);
    setWizardState(next);
    storedDraft.set(next.draft);
    if (next.step !== wizard.step) goTo(next.step);
  }
  const goTo = (step: Step) => void navigate(paths.startAt(step), { state: { pushed: true } });

  useEffect(() => {
    if (requested !== wizard.step) void navigate(paths.startAt(wizard.step), { replace: true });
  }, [requested, wizard.step, navigate]);

  const restore = useEffectEvent(() => {
    const draft = storedDraft.get();
    if (JSON.stringify(draft) === JSON.stringify(wizard.draft)) return;
    setWizardState(reduce(wizard, { type: 'restored', draft }));
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
    dispatch,
    goTo,
    /**
     * Returns to the previous page within the wizard.
     * If a link from outside opened the page, opens the previous step.
     */
    back() {
      if (fieldsOf(state).pushed === true) void navigate(-1);
      else void navigate(paths.startAt((wizard.step - 1) as Step), { replace: true });
    },
    /** Deletes the answers once the order is placed, so that the next transfer starts anew. */
    finish: () => storedDraft.forget(),
  };
}
