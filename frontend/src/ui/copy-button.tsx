import { Check, Copy } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { Button } from './button.tsx';

// Spec 1 §9.
const confirmMs = 2_000;

/**
 * Copies a text and says so for two seconds; where the browser refuses, it says what to do instead.
 * `what` names the thing for screen readers where several such buttons are on one screen.
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
  const shown = { idle: label, copied: 'Copied', failed: 'Please select it' }[state];
  return (
    <Button {...rest} onClick={copy}>
      {state === 'copied' ? <Check className="size-5" aria-hidden /> : <Copy className="size-5" aria-hidden />}
      {/* The labels lie on one another, so that the widest keeps the width and nothing beside it moves. */}
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

/** Writes to the clipboard; false where the browser does not allow it. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The old way, for pages that are not served over https. */
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
