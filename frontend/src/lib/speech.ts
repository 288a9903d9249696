import { useSyncExternalStore } from 'react';
import { attempt, defineStored, parseFlag } from './storage.ts';

/** Null while the customer has not chosen. */
const voiceOn = defineStored<boolean | null>('voiceOn', parseFlag, null);
const isSupported = () => 'speechSynthesis' in globalThis;

/** Says a text aloud, but only where the person has turned the sound on (rate and pitch: spec 1 §9). */
export function speak(text: string): void {
  if (!isSupported() || !voiceOn.get()) return;
  // A browser may refuse it, or have only a part of it: what is said is always written, too.
  attempt(() => {
    const words = new SpeechSynthesisUtterance(text);
    words.rate = 0.9;
    words.pitch = 1.1;
    words.lang = 'en';
    speechSynthesis.cancel();
    speechSynthesis.speak(words);
  });
}

/** Turns reading aloud on for a customer who consents to be guided and has not chosen before. */
export function turnVoiceOnByConsent(): void {
  if (!isSupported() || voiceOn.get() !== null) return;
  voiceOn.set(true);
  for (const listener of listeners) listener();
}

/** Says no more of what it is saying. */
export function hush(): void {
  if (isSupported()) attempt(() => speechSynthesis.cancel());
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const endHearing = voiceOn.hear(listener);
  return () => {
    listeners.delete(listener);
    endHearing();
  };
}

/** Whether messages are read aloud, and how to change it, the same everywhere; null where the browser cannot speak. */
export function useVoice(): { on: boolean; toggle: () => void } | null {
  const on = useSyncExternalStore(
    subscribe,
    () => voiceOn.get() === true,
    () => false,
  );
  if (!isSupported()) return null;
  return {
    on,
    toggle() {
      voiceOn.set(!on);
      if (on) hush();
      for (const listener of listeners) listener();
    },
  };
}
