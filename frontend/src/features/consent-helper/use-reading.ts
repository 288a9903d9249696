import { useEffect, useRef } from 'react';
import { hush, speak, useVoice } from '../../lib/speech.ts';

/**
 * Reads a text aloud when it changes or when the sound is turned on.
 * The text of the first render is not read.
 */
export function useReading(text: string | null): void {
  const on = useVoice()?.on ?? false;
  const before = useRef({ text, on });
  useEffect(() => {
    if (before.current.text === text && before.current.on === on) return;
    before.current = { text, on };
    if (!text || !on) return;
    speak(text);
    return hush;
  }, [text, on]);
}
