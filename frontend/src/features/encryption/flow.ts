import type { Keys } from './keys.ts';

/** The keys, and the fragments that restore them. Both exist only on this page. */
export interface Kit {
  keys: Keys;
  fragments: readonly string[];
}

export type Wizard =
  | { stage: 'ready' | 'making' | 'failed' | 'returning' }
  | { stage: 'fragments'; kit: Kit }
  /**
   * `saved` is true once the person confirms that the fragments are written down; `tried` is true once
   * two fragments have restored the key.
   */
  | { stage: 'backup'; kit: Kit; saved: boolean; tried: boolean }
  | { stage: 'done'; keys: Keys };

export type WizardEvent =
  | { type: 'key-wanted' }
  | { type: 'key-made'; kit: Kit }
  | { type: 'key-failed' }
  | { type: 'fragments-seen' }
  | { type: 'fragments-wanted' }
  | { type: 'saved'; saved: boolean }
  | { type: 'tried' }
  | { type: 'finished' }
  /** The person has fragments of an earlier key. */
  | { type: 'came-back' }
  | { type: 'keys-restored'; keys: Keys }
  | { type: 'started-over' };

export const beginning: Wizard = { stage: 'ready' };

/** Returns the wizard after an event. An event that does not fit the stage changes nothing. */
export function changeWizard(wizard: Wizard, event: WizardEvent): Wizard {
  switch (event.type) {
    case 'key-wanted':
      return wizard.stage === 'ready' || wizard.stage === 'failed' ? { stage: 'making' } : wizard;
    case 'key-made':
      return wizard.stage === 'making' ? { stage: 'fragments', kit: event.kit } : wizard;
    case 'key-failed':
      return wizard.stage === 'making' ? { stage: 'failed' } : wizard;
    case 'fragments-seen':
      return wizard.stage === 'fragments' ? { stage: 'backup', kit: wizard.kit, saved: false, tried: false } : wizard;
    case 'fragments-wanted':
      return wizard.stage === 'backup' ? { stage: 'fragments', kit: wizard.kit } : wizard;
    case 'saved':
      return wizard.stage === 'backup' ? { ...wizard, saved: event.saved } : wizard;
    case 'tried':
      return wizard.stage === 'backup' ? { ...wizard, tried: true } : wizard;
    case 'finished':
      return wizard.stage === 'backup' && wizard.saved && wizard.tried
        ? { stage: 'done', keys: wizard.kit.keys }
        : wizard;
    case 'came-back':
      return wizard.stage === 'ready' || wizard.stage === 'failed' ? { stage: 'returning' } : wizard;
    case 'keys-restored':
      return wizard.stage === 'returning' ? { stage: 'done', keys: event.keys } : wizard;
    case 'started-over':
      return beginning;
  }
}

/** The number of steps that spec 2 §9 requires. */
export const stepCount = 4;

const steps: Record<Wizard['stage'], number | null> = {
  ready: 1,
  making: 1,
  failed: 1,
  fragments: 2,
  backup: 3,
  done: 4,
  // Restoring a key is not part of the four steps.
  returning: null,
};

/** Returns the step and the progress in percent, or null for a stage that is not one of the steps. */
export function progressOf({ stage }: Wizard): { step: number; percent: number } | null {
  const step = steps[stage];
  return step === null ? null : { step, percent: (step / stepCount) * 100 };
}
