import { Volume2, VolumeX } from 'lucide-react';
import { useVoice } from '../lib/speech.ts';
import { pictureButton } from './picture-button.ts';

/**
 * Shows a button that turns reading aloud on and off.
 * Renders nothing where the browser has no speech synthesis.
 */
export function VoiceToggle({ className, labelled }: { className: string; labelled?: boolean }) {
  const voice = useVoice();
  if (!voice) return null;
  return (
    <button
      ref={labelled ? undefined : pictureButton}
      type="button"
      aria-pressed={voice.on}
      onClick={voice.toggle}
      className={className}
    >
      {voice.on ? <Volume2 aria-hidden className="size-5" /> : <VolumeX aria-hidden className="size-5" />}
      <span className={labelled ? undefined : 'sr-only'}>Read messages aloud</span>
    </button>
  );
}
