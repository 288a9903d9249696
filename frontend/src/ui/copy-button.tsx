import { Check, Copy } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { Button } from './button.tsx';

// The time that spec 1 §9 requires.
const confirmMs = 2_000;

/**
 * Shows a button that copies a text, and confirms this for two seconds.
 * On failure the button shows what to do instead. `what` names the text for screen readers, because a screen may have
 * several such buttons.
 */
export function CopyButton({
  text,
  label,
  what,
  onCopied,
  ...rest
}: { text: string; label: string; what?: string; onCopied?: () => void } & Pick<
  ComponentProps<typeof Button>,
  'variant' | 'wide' | 'small'
>) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), confirmMs);
    return () => clearTimeout(timer);
  }, [state]);
  async function copy() {
    const copied = await copyText(text);
    setState(copied ? 'copied' : 'failed');
    if (copied) onCopied?.();
  }
  const shown = { idle: label, copied: 'Copied', failed: 'Select the text and copy it' }[state];
  return (
    <Button {...rest} onClick={copy}>
      {state === 'copied' ? <Check className="size-5" aria-hidden /> : <Copy className="size-5" aria-hidden />}
      {/* All labels share one grid cell. The widest label sets the width, so nothing beside the button moves. */}
      <span className="grid *:col-start-1 *:row-start-1" aria-live="polite">
        <span className="invisible" aria-hidden>
          {label}
        </span>
        <span className="invisible" aria-hidden>
          Copied
        </span>
        <span>
          {shown}
          {what && state === 'idle' && <span className="sr-only"> {what}</span>}
        </span>
      </span>
    </Button>
  );
}

/** Writes to the clipboard. Returns false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Copies with a temporary textarea, because `navigator.clipboard` exists only on https. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'sr-only';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}
