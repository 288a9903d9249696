import { useSyncExternalStore } from 'react';
import { defineStored, parseFlag } from './storage.ts';

const voiceOn = defineStored('voiceOn', parseFlag, false);
const supported = 'speechSynthesis' in globalThis;

/** Says a text aloud, but only where the person has turned the sound on (rate and pitch: spec 1 §9). */
export function speak(text: string): void {
  if (!supported || !voiceOn.get()) return;
  const words = new SpeechSynthesisUtterance(text);
  words.rate = 0.9;
  words.pitch = 1.1;
  words.lang = 'en';
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether messages are read aloud, and how to change it, the same everywhere; null where the browser cannot speak. */
export function useVoice(): { on: boolean; toggle: () => void } | null {
  const on = useSyncExternalStore(subscribe, () => voiceOn.get());
  if (!supported) return null;
  return {
    on,
    toggle() {
      voiceOn.set(!on);
      if (on) speechSynthesis.cancel();
      for (const listener of listeners) listener();
    },
  };
}
