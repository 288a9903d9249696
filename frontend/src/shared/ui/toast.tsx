import { X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { cx } from './cx.ts';

interface Toast {
  id: number;
  title: string;
  description?: string;
  variant: 'default' | 'destructive';
}

// Spec 1 §9: one at a time, 5 s, F8 moves the focus there, a swipe of 50 px dismisses.
const durationMs = 5_000;
const swipePx = 50;

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Says something in passing; a new one takes the place of the one before. */
export function toast(message: { title: string; description?: string; variant?: Toast['variant'] }): void {
  lastId += 1;
  show({ variant: 'default', ...message, id: lastId });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The place where toasts appear; the shell holds one. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => current);
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const focusRegion = (event: KeyboardEvent) => event.key === 'F8' && region.current?.focus();
    document.addEventListener('keydown', focusRegion);
    return () => document.removeEventListener('keydown', focusRegion);
  }, []);
  return (
    <section
      ref={region}
      aria-label="Notifications (F8)"
      tabIndex={-1}
      // On top of a narrow window, where its foot has the button that was just pressed.
      className="pointer-events-none fixed inset-x-0 top-0 z-50 grid justify-items-center p-4 lg:top-auto lg:bottom-0 lg:justify-items-end lg:p-6"
    >
      {/* Two regions that are always there, so that a screen reader is listening before the text arrives. */}
      <div role="status" className="w-full max-w-md">
        {shown?.variant === 'default' && <ToastCard key={shown.id} toast={shown} />}
      </div>
      <div role="alert" className="w-full max-w-md">
        {shown?.variant === 'destructive' && <ToastCard key={shown.id} toast={shown} />}
      </div>
    </section>
  );
}

function ToastCard({ toast: { title, description, variant } }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const startX = useRef<number | null>(null);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => show(null), durationMs);
    return () => clearTimeout(timer);
  }, [held]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only holds or swipes it; the button does the same for keys
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerDown={(event) => {
        startX.current = event.clientX;
      }}
      onPointerUp={(event) => {
        if (startX.current !== null && Math.abs(event.clientX - startX.current) > swipePx) show(null);
      }}
      className={cx(
        'pointer-events-auto grid animate-rise grid-cols-[minmax(0,1fr)_auto] items-start gap-2 rounded-md border bg-card py-3 pr-2 pl-5 shadow-card',
        variant === 'destructive' ? 'border-bad' : 'border-line-strong',
      )}
    >
      <div className="py-1">
        <p className={cx('font-semibold', variant === 'destructive' && 'text-bad')}>{title}</p>
        {description && <p className="text-sm text-ink-2">{description}</p>}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => show(null)}
        className="grid size-11 place-items-center rounded-full text-ink-2 hover:bg-sunk"
      >
        <X className="size-5" aria-hidden />
      </button>
    </div>
  );
}
