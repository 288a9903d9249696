import * as Radix from 'radix-ui/tabs';
import { type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Skeleton } from './state.tsx';

export interface Tab {
  id: string;
  name: string;
  /** The content of the tab, which may suspend. */
  content: ReactNode;
}

/** Classes for a row of tabs. Links that look like tabs use them, too. */
export const tabRowClass = 'flex flex-wrap gap-x-1 border-b border-line';
export const tabClass =
  '-mb-px inline-flex min-h-11 items-center gap-2 border-b-3 border-transparent px-3.5 py-2 font-semibold text-ink-2 no-underline hover:text-ink aria-[current=page]:border-water aria-[current=page]:text-water data-[state=active]:border-water data-[state=active]:text-water';

/** Shows one view of a page, selected by `?tab=`. The first view is the default. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly [Tab, ...Tab[]] }) {
  const [params, setParams] = useSearchParams();
  const chosen = tabs.find(({ id }) => id === params.get('tab')) ?? tabs[0];
  return (
    <Radix.Root
      value={chosen.id}
      // The state changes synchronously. A transition may come late, and the next key would then start from the wrong
      // tab.
      onValueChange={(id) => setParams(id === tabs[0].id ? {} : { tab: id }, { flushSync: true })}
      className="grid min-w-0 gap-6"
    >
      <Radix.List aria-label={label} className={tabRowClass}>
        {tabs.map(({ id, name }) => (
          <Radix.Trigger key={id} value={id} className={tabClass}>
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
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
