import { useSyncExternalStore } from 'react';
import { attempt, defineStored, parseFlag } from './storage.ts';

/** True if messages are read aloud; null until the customer chooses. */
const voiceOn = defineStored<boolean | null>('voiceOn', parseFlag, null);
const isSupported = () => 'speechSynthesis' in globalThis;

/** Reads a text aloud if the person has turned the sound on (rate and pitch: spec 1 §9). */
export function speak(text: string): void {
  if (!isSupported() || !voiceOn.get()) return;
  // A browser may refuse to speak or lack a part of the API, so errors are ignored. The text is on the screen in any
  // case.
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

/** Stops the current speech. */
export function hush(): void {
  if (isSupported()) attempt(() => speechSynthesis.cancel());
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const unsubscribeStorage = voiceOn.subscribe(listener);
  return () => {
    listeners.delete(listener);
    unsubscribeStorage();
  };
}

/** Returns whether messages are read aloud, with a toggle. Returns null without speech synthesis. */
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
