import * as RadixTabs from 'radix-ui/tabs';
import type { ReactNode } from 'react';

/** Views of one thing, one at a time. */
export function Tabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { id: string; title: string; content: ReactNode }[];
}) {
  return (
    <RadixTabs.Root defaultValue={tabs[0]?.id} className="grid gap-6">
      <RadixTabs.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.id}
            value={tab.id}
            className="min-h-12 shrink-0 border-b-3 border-transparent px-4 font-semibold text-ink-2 hover:text-ink data-[state=active]:border-water data-[state=active]:text-ink"
          >
            {tab.title}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.id} value={tab.id}>
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
