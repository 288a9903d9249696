import { useQuery } from '@tanstack/react-query';
import { exchangeNames, walletNames } from '@xrp-bridge/contracts/names';
import { pages } from '@xrp-bridge/contracts/pages';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { formatWord } from '@xrp-bridge/contracts/words';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { nameTransfer } from './parts.tsx';
import { searchOf } from './queries.ts';
import { savedViews } from './saved-views.tsx';

interface Option {
  id: string;
  name: string;
  detail: string;
  to: string;
  /** The state of the navigation, for a search that must not be in the URL. */
  state?: { search: string };
}

/** The delay after the last key, so that typing a word causes only one request. */
const typingMs = 200;
const shortest = 2;
const limit = 6;

const viewOptions: readonly Option[] = savedViews.map(({ name, to }) => ({ id: to, name, detail: 'Saved view', to }));

/** Searches transfers, references and e-mails, and opens the selected result. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const go = useNavigate();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState(0);
  useEffect(() => {
    const timer = setTimeout(setSearch, typingMs, typed.trim());
    return () => clearTimeout(timer);
  }, [typed]);
  const { options, status } = useOptions(search);
  const active = Math.min(selected, options.length - 1);
  const idOf = (index: number) => `${id}-${index}`;

  function open({ to, state }: Option) {
    onClose();
    void go(to, { state });
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length > 0) {
      event.preventDefault();
      const next = (active + step + options.length) % options.length;
      setSelected(next);
      document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const option = options[active];
    // Enter must not open a result of the previous text, so it starts the search for the new text.
    if (typed.trim() !== search) setSearch(typed.trim());
    else if (option) open(option);
  }

  return (
    <Dialog title="Search all" onClose={onClose}>
      <input
        type="search"
        role="combobox"
        aria-label="Transfer, reference, or email"
        placeholder="Transfer, reference, or email"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={options.length > 0 ? idOf(active) : undefined}
        autoComplete="off"
        // Without `autoFocus`, Radix would focus the first button.
        autoFocus
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setSelected(0);
        }}
        onKeyDown={onKeyDown}
        className="min-h-12 w-full min-w-0 rounded-md border-[1.5px] border-line-strong bg-card px-3.5 py-2 text-base"
      />
      <div className="grid min-h-72 content-start gap-2">
        <p role="status" className="text-sm text-ink-2">
          {status}
        </p>
        {options.length > 0 && (
          // The input has the focus and handles the keys.
          <div id={`${id}-list`} role="listbox" aria-label="Results" className="grid">
            {options.map((option, index) => (
              <button
                key={option.id}
                id={idOf(index)}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => open(option)}
                className={cx(
                  'grid min-h-11 content-center rounded-sm px-3 py-1.5 text-left hover:bg-sunk',
                  index === active && 'bg-water-soft text-water-deep',
                )}
              >
                <span className="font-semibold wrap-anywhere">{option.name}</span>
                <span className={cx('text-sm', index !== active && 'text-ink-2')}>{option.detail}</span>
              </button>
            ))}
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** Returns the results of a search; the saved views if the search is shorter than `shortest`. */
function useOptions(search: string): { options: readonly Option[]; status: string } {
  const enabled = search.length >= shortest;
  const body = { search, limit };
  const transfers = useQuery({ ...searchOf('POST /api/admin/transfers/search', body), enabled, staleTime: 0 });
  const contacts = useQuery({ ...searchOf('POST /api/admin/contacts/search', body), enabled, staleTime: 0 });
  if (!enabled) return { options: viewOptions, status: 'Saved views' };
  if (transfers.isPending || contacts.isPending) return { options: [], status: 'Searching…' };
  const options: Option[] = [
    ...(transfers.data?.transfers ?? []).map(({ id, fromExchange, toWallet, status }) => ({
      id,
      name: referenceOf(id),
      detail: `${exchangeNames[fromExchange]} → ${walletNames[toWallet]}, ${formatWord(status).toLowerCase()}`,
      to: paths.adminTransfer(id),
    })),
    ...(contacts.data?.contacts ?? []).map(({ id, email, phone, transferId }) => {
      const address = email ?? phone;
      const name = address ?? 'Contact';
      return transferId
        ? { id, name, detail: `Transfer ${nameTransfer(transferId)}`, to: paths.adminTransfer(transferId) }
        : { id, name, detail: 'Contact', to: pages.adminContacts.path, state: { search: address ?? search } };
    }),
  ];
  if (transfers.isError || contacts.isError)
    return { options, status: 'We couldn’t search everything. Please try again.' };
  const count = `${options.length} result${options.length === 1 ? '' : 's'}`;
  return { options, status: options.length === 0 ? `No results for “${search}.”` : count };
}
