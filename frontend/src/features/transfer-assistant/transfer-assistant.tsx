import { exchangeName } from '@xrp-bridge/contracts/exchanges';
import { walletName } from '@xrp-bridge/contracts/wallets';
import { Minus } from 'lucide-react';
import { type Ref, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef } from 'react';
import { useAssistantContext } from '../../domain/assistant/assistant-step.ts';
import { floating, useFloating } from '../../lib/floating.ts';
import { defineStored } from '../../lib/storage.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { usePageCounts } from '../../ui/page-counter.ts';
import { type AssistantState, atStart, follow, lastNumber, parseState, steps } from './steps.ts';

const stored = defineStored('assistant_state', parseState, atStart);

/** Delay before the hint appears (spec 1, screen 12). */
const hintMs = 3000;

const hasRoom = () => matchMedia('(width >= 80rem)').matches;

/**
 * Shows the progress as a pill in the chat's bar.
 * The pill opens a panel with the current action. The panel never opens automatically, except in a wide window where
 * the customer left it open before. The panel closes to free the page: in a narrow window at any action on the page, in
 * a wide window when the panel covers the element that gets the focus.
 */
export function TransferAssistant() {
  const context = useAssistantContext();
  const [state, dispatch] = useReducer(follow, undefined, () => stored.get());
  const shown = useFloating();
  const place = useRef<HTMLDivElement>(null);
  const pill = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  const open = shown?.name === 'transfer-assistant';
  const { currentStep, isMinimized, hasSeenStep, transferData, notice } = state;
  const { number } = steps[currentStep];
  const isCounted = usePageCounts();

  useEffect(() => dispatch({ type: 'moved', ...context }), [context]);
  useEffect(() => {
    stored.set({ ...atStart, currentStep, isMinimized, hasSeenStep, transferData });
  }, [currentStep, isMinimized, hasSeenStep, transferData]);
  useEffect(() => {
    if (!('hint' in steps[currentStep])) return;
    const timer = setTimeout(() => dispatch({ type: 'waited' }), hintMs);
    return () => clearTimeout(timer);
  }, [currentStep]);
  useLayoutEffect(() => stored.subscribe((next) => dispatch({ type: 'stored', stored: next })), []);

  const openAsLeft = useEffectEvent(() => {
    if (!isMinimized && shown === null && hasRoom()) floating.open('transfer-assistant');
  });
  useEffect(() => {
    openAsLeft();
    return () => floating.close('transfer-assistant');
  }, []);
  useEffect(() => {
    if (!open) return;
    const makeWay = ({ type, target }: Event) => {
      if (!(target instanceof Element) || place.current?.contains(target)) return;
      if (!hasRoom() || (type === 'focusin' && isBelow(panel.current, target))) floating.close('transfer-assistant');
    };
    for (const each of doings) document.addEventListener(each, makeWay);
    return () => {
      for (const each of doings) document.removeEventListener(each, makeWay);
    };
  }, [open]);

  function expand() {
    dispatch({ type: 'expanded' });
    floating.open('transfer-assistant', pill.current);
  }
  function minimize() {
    dispatch({ type: 'minimized' });
    floating.close('transfer-assistant');
    pill.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape must also work while the pill has the focus
    <div ref={place} className="contents" onKeyDown={({ key }) => open && key === 'Escape' && minimize()}>
      <button
        ref={pill}
        type="button"
        aria-expanded={open}
        aria-controls={open ? 'transfer-assistant' : undefined}
        onClick={open ? minimize : expand}
        className="pointer-events-auto relative flex min-h-11 min-w-11 shrink-0 items-center justify-center rounded-full bg-water-soft px-3 text-sm font-semibold text-water-deep hover:bg-water-soft/70 max-xl:mr-[min(1.25rem,4vw)] xl:min-h-14 xl:min-w-14 xl:border xl:border-line-strong xl:bg-card xl:text-water xl:shadow-card xl:hover:bg-sunk"
      >
        {/* The full text is visible only where there is room for it. It does not fit into a narrow bar, and would cover
            the page in a window of medium width. */}
        <span className="@max-[22rem]:sr-only xl:max-[90rem]:sr-only">
          {isCounted ? 'What to do now' : `Step ${number} of ${lastNumber}`}
        </span>
        <span aria-hidden className="hidden @max-[22rem]:inline xl:max-[90rem]:inline">
          {isCounted ? 'Now' : `${number}/${lastNumber}`}
        </span>
        {notice && !open && (
          <>
            <span className="sr-only">, with an update</span>
            <Dot className="absolute top-0 right-0" />
          </>
        )}
      </button>
      {open && (
        <Panel
          ref={panel}
          state={state}
          isCounted={isCounted}
          onMinimize={minimize}
          onHelp={() => {
            dispatch({ type: 'helpAsked' });
            floating.open('chat', pill.current);
          }}
        />
      )}
    </div>
  );
}

/** Events of actions on the page: a tap, the start of a scroll by finger, and navigation by keyboard. */
const doings = ['pointerdown', 'focusin'] as const;

function isBelow(panel: Element | null, target: Element): boolean {
  if (!panel) return false;
  const [over, under] = [panel.getBoundingClientRect(), target.getBoundingClientRect()];
  return under.right > over.left && under.left < over.right && under.bottom > over.top && under.top < over.bottom;
}

function Panel({
  ref,
  state: { currentStep, transferData, notice, waited },
  isCounted,
  onMinimize,
  onHelp,
}: {
  ref: Ref<HTMLElement>;
  state: AssistantState;
  /** True if the page shows its own step count. */
  isCounted: boolean;
  onMinimize: () => void;
  onHelp: () => void;
}) {
  const step = steps[currentStep];
  const { fromExchange, toWallet } = transferData;
  return (
    <section
      ref={ref}
      id="transfer-assistant"
      aria-label="Your transfer, step by step"
      className="pointer-events-auto absolute right-4 bottom-full mb-3 grid max-h-[calc(100dvh-6.5rem)] w-[min(22rem,100vw-2rem)] animate-rise gap-3 overflow-y-auto rounded-lg border border-line-strong bg-card p-[min(1.25rem,5vw)] shadow-card print:hidden xl:right-0"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lg">{isCounted ? 'What to do now' : `Step ${step.number} of ${lastNumber}`}</h2>
        <button
          type="button"
          onClick={onMinimize}
          className="-my-1 -mr-2 grid size-11 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunk"
        >
          <Minus aria-hidden className="size-5.5" />
          <span className="sr-only">Minimize the steps</span>
        </button>
      </div>
      {!isCounted && (
        <progress
          max={100}
          value={step.progress}
          aria-label="Your progress"
          className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunk [&::-moz-progress-bar]:bg-water [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-water"
        />
      )}
      {fromExchange && (
        <p className="text-sm text-ink-2">
          From {exchangeName(fromExchange)}
          {toWallet && ` to ${walletName(toWallet)}`}
        </p>
      )}
      <div role="status" className="grid gap-2">
        <p>{step.message}</p>
        {'note' in step && <p className="text-sm text-ink-2">{step.note}</p>}
        {waited && 'hint' in step && <p className="animate-rise text-sm text-ink-2">{step.hint}</p>}
      </div>
      <Button variant="quiet" onClick={onHelp} className="relative justify-self-start">
        Need help?
        {notice && <Dot className="absolute top-0 right-1" />}
      </Button>
    </section>
  );
}

/**
 * Shows a dot that marks a new step.
 * The dot pulses for less than five seconds, and not with reduced motion.
 */
function Dot({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      data-notice
      className={cx('size-3 animate-[pulse_1.8s_ease-in-out_2] rounded-full bg-water', className)}
    />
  );
}
