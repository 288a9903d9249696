import { ArrowLeft } from 'lucide-react';
import { TextButton } from '../../ui/button.tsx';

/** The time for which a valid answer stays visible before the wizard advances (spec 1 §9). */
export const advanceMs = 1_500;

/** Opens the previous step and retains all answers. */
export function BackButton({ onBack }: { onBack: () => void }) {
  return (
    <TextButton onClick={onBack} className="gap-2 justify-self-start">
      <ArrowLeft aria-hidden className="size-4.5" />
      Back
    </TextButton>
  );
}
