import { useState } from 'react';
import { defineStored, fieldsOf } from '../lib/storage.ts';

interface View {
  isCompact: boolean;
  /** The names of the hidden columns. */
  hidden: readonly string[];
}

const wholeView: View = { isCompact: false, hidden: [] };

/** The chosen density and columns by the title of the list. */
const storedViews = defineStored<Readonly<Record<string, View>>>('operator_lists', parseViews, {});

function parseViews(value: unknown): Record<string, View> | undefined {
  const views = Object.entries(fieldsOf(value));
  return views.every(([, view]) => isView(view)) ? (Object.fromEntries(views) as Record<string, View>) : undefined;
}

function isView(value: unknown): value is View {
  const { isCompact, hidden } = fieldsOf(value);
  return (
    typeof isCompact === 'boolean' && Array.isArray(hidden) && hidden.every((name: unknown) => typeof name === 'string')
  );
}

/** Returns the density and the columns of a list on this device, and their setters. */
export function useListView(title: string) {
  const [view, setView] = useState(() => storedViews.get()[title] ?? wholeView);
  function change(next: View) {
    setView(next);
    storedViews.set({ ...storedViews.get(), [title]: next });
  }
  return {
    isCompact: view.isCompact,
    setCompact: (isCompact: boolean) => change({ ...view, isCompact }),
    isHidden: (name: string) => view.hidden.includes(name),
    setHidden(name: string, isHidden: boolean) {
      const others = view.hidden.filter((each) => each !== name);
      change({ ...view, hidden: isHidden ? [...others, name] : others });
    },
  };
}
