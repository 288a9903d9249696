import { ChevronDown } from 'lucide-react';
import * as Radix from 'radix-ui/tabs';
import { type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { cx } from './cx.ts';
import { Skeleton } from './state.tsx';
import { useIsWideOnceHydrated } from './use-is-wide.ts';

export interface Tab {
  id: string;
  name: string;
  /** The content of the tab, which may suspend. */
  content: ReactNode;
}

const tabRowClass = 'flex flex-wrap gap-x-1 border-b border-line';
const tabClass =
  '-mb-px inline-flex min-h-11 items-center gap-2 border-b-3 border-transparent px-3.5 py-2 font-semibold text-ink-2 no-underline hover:text-ink aria-[current=page]:border-water aria-[current=page]:text-water data-[state=active]:border-water data-[state=active]:text-water';

/** The classes of a tab or of a link in `TabFold`, where tabs are below each other on a phone. */
export const foldedTabClass = cx(
  tabClass,
  'max-md:mb-0 max-md:w-full max-md:rounded-sm max-md:border-b-0 max-md:aria-[current=page]:bg-water-soft max-md:data-[state=active]:bg-water-soft',
);

interface Fold {
  id: string;
  className: string;
  /** Hides the tabs on a phone, and focuses the button. */
  close: () => void;
}

/** Shows a row of tabs. A phone shows only the current tab, as a button that expands all tabs below it. */
export function TabFold({
  label,
  current,
  children,
}: {
  label: string;
  current: ReactNode;
  children: (fold: Fold) => ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-3 rounded-md border-[1.5px] border-line-strong bg-card px-3.5 py-1.5 text-left font-semibold md:hidden"
      >
        <span className="sr-only">{label}: </span>
        <span className="flex grow items-center gap-2">{current}</span>
        <ChevronDown aria-hidden className={cx('size-5 shrink-0 text-water', isOpen && 'rotate-180')} />
      </button>
      {children({
        id,
        className: cx(
          tabRowClass,
          'max-md:mt-1 max-md:rounded-md max-md:border max-md:bg-card max-md:p-1',
          isOpen ? 'max-md:grid' : 'max-md:hidden',
        ),
        close() {
          setOpen(false);
          button.current?.focus();
        },
      })}
    </div>
  );
}

/**
 * Shows one view of a page, selected by `?tab=`. The first view is the default.
 * With `folds`, a phone shows the tabs in a `TabFold`. Customers see all tabs, because they might not find the others.
 */
export function Tabs({
  label,
  tabs,
  folds = false,
}: {
  label: string;
  tabs: readonly [Tab, ...Tab[]];
  folds?: boolean;
}) {
  const [params, setParams] = useSearchParams();
  const chosen = tabs.find(({ id }) => id === params.get('tab')) ?? tabs[0];
  // In a `TabFold`, the arrow keys move the focus without selecting a tab, because a selection hides the tabs.
  const isFolded = useIsWideOnceHydrated() === false && folds;
  const list = (fold?: Fold) => (
    <Radix.List id={fold?.id} aria-label={label} className={fold?.className ?? tabRowClass}>
      {tabs.map(({ id, name }) => (
        <Radix.Trigger key={id} value={id} onClick={fold?.close} className={fold ? foldedTabClass : tabClass}>
          {name}
        </Radix.Trigger>
      ))}
    </Radix.List>
  );
  return (
    <Radix.Root
      value={chosen.id}
      // The state changes synchronously. A transition may come late, and the next key would then start from the wrong
      // tab.
      onValueChange={(id) => setParams(id === tabs[0].id ? {} : { tab: id }, { flushSync: true })}
      orientation={isFolded ? 'vertical' : 'horizontal'}
      activationMode={isFolded ? 'manual' : 'automatic'}
      className="grid min-w-0 gap-6"
    >
      {folds ? (
        <TabFold label={label} current={chosen.name}>
          {list}
        </TabFold>
      ) : (
        list()
      )}
      {tabs.map(({ id, content }) => (
        <Radix.Content key={id} value={id} className="grid min-w-0 gap-6">
          <Suspense fallback={<LoadingView />}>{content}</Suspense>
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

function LoadingView() {
  return (
    <div role="status">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-96" />
    </div>
  );
}
