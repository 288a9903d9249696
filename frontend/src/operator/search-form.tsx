import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { isTyping } from '../lib/is-typing.ts';
import { shortcutsOn } from './shortcuts.ts';

/** The delay after the last key, so that typing a word causes only one request. */
const typingMs = 300;

/** Searches a list while the operator types. The key "/" moves the focus to the field. */
export function SearchForm({
  label,
  search,
  onSearch,
}: {
  label: string;
  search: string;
  onSearch: (search: string) => void;
}) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(search);
  const [lastSearch, setLastSearch] = useState(search);
  // The search in the URL has changed. If the typed text continues this search, the operator is still typing, so the
  // text stays.
  if (lastSearch !== search) {
    setLastSearch(search);
    if (!typed.startsWith(search) || search === '') setTyped(search);
  }
  const searchTyped = useEffectEvent(() => {
    if (typed.trim() !== search) onSearch(typed);
  });
  useEffect(() => {
    const timer = setTimeout(searchTyped, typingMs, typed);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key !== '/' || hasModifier || event.defaultPrevented || isTyping() || !shortcutsOn.get()) return;
      // While a dialog is open, the page behind it must not receive the focus.
      if (field.current?.closest('[aria-hidden=true]')) return;
      event.preventDefault();
      field.current?.select();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <search className="min-w-[min(20rem,100%)] flex-1">
      <form
        className="grid gap-1.5"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(typed);
        }}
      >
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        <div className="flex gap-2">
          <input
            ref={field}
            id={id}
            type="search"
            maxLength={100}
            aria-keyshortcuts="/"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              // The field's clear button ends the search at once.
              if (search && event.target.value === '') onSearch('');
            }}
            className="min-h-11 w-full min-w-0 rounded-md border-[1.5px] border-line-strong bg-card px-3.5 py-2 text-base"
          />
          <button
            type="submit"
            className="grid size-11 shrink-0 place-items-center rounded-full text-water shadow-[inset_0_0_0_1.5px_var(--color-line-strong)] hover:bg-sunk"
          >
            <Search aria-hidden className="size-5" />
            <span className="sr-only">Search</span>
          </button>
        </div>
      </form>
    </search>
  );
}
