import { ArrowLeft } from 'lucide-react';
import { TextButton } from '../../ui/button.tsx';

/** How long a good answer stays in sight before the next step comes by itself (spec 1 §9). */
export const advanceMs = 1_500;

/** The step before, with everything that was answered. */
export function BackButton({ onBack }: { onBack: () => void }) {
  return (
    <TextButton onClick={onBack} className="gap-2 justify-self-start">
      <ArrowLeft aria-hidden className="size-4.5" />
      Back
    </TextButton>
  );
}
