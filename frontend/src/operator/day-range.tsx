import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { dayMs } from '../lib/times.ts';
import { Field } from '../ui/field.tsx';
import { PickOne } from '../ui/pick-one.tsx';

/** A range of days in UTC, both included, as `YYYY-MM-DD`. */
export interface DayRange {
  from: string;
  to: string;
}

const choices = [
  { id: 'today', label: 'Today' },
  { id: 'yesterday', label: 'Yesterday' },
  { id: '7', label: '7 days' },
  { id: '30', label: '30 days' },
  { id: '90', label: '90 days' },
  { id: 'own', label: 'Custom' },
] as const;

type Length = (typeof choices)[number]['id'];

const defaultLength = '30';

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Returns the last `days` days, including today. */
export function lastDays(days: number, now: number): DayRange {
  return { from: dayOf(now - (days - 1) * dayMs), to: dayOf(now) };
}

/** Returns the number of days of a range. */
export function lengthOf({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}

/**
 * Returns the range that the URL selects by `days`, or by `from` and `to`.
 * Without a valid range in the URL, returns the last 30 days.
 */
export function rangeOf(params: URLSearchParams, now: number): { length: Length; range: DayRange } {
  const [from, to] = [params.get('from'), params.get('to')];
  if (isDay(from) && isDay(to) && from <= to) return { length: 'own', range: { from, to } };
  const length = choices.find(({ id }) => id !== 'own' && id === params.get('days'))?.id ?? defaultLength;
  if (length === 'today') return { length, range: lastDays(1, now) };
  if (length === 'yesterday') return { length, range: lastDays(1, now - dayMs) };
  return { length, range: lastDays(Number(length), now) };
}

function isDay(text: string | null): text is string {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Returns the page's range. It is computed at each render, because a page may stay open past midnight. */
export function useDayRange(): DayRange {
  const [params] = useSearchParams();
  return rangeOf(params, Date.now()).range;
}

/**
 * Shows the range of days and changes it in the URL.
 * Pages compare the range with the same number of days before.
 */
export function RangePicker() {
  const [params, setParams] = useSearchParams();
  const { length, range } = rangeOf(params, Date.now());
  // The days as typed, which may not be a valid range yet.
  const [typed, setTyped] = useState<DayRange | null>(null);
  const own = typed ?? range;
  const isReversed = own.from !== '' && own.to !== '' && own.to < own.from;

  function select(selected: Record<string, string>) {
    const next = new URLSearchParams(params);
    for (const name of ['days', 'from', 'to']) next.delete(name);
    for (const [name, value] of Object.entries(selected)) next.set(name, value);
    setParams(next, { replace: true });
  }
  function enter(part: Partial<DayRange>) {
    const next = { ...own, ...part };
    setTyped(next);
    if (next.from && next.to && next.from <= next.to) select({ ...next });
  }
  return (
    <div className="grid gap-3">
      <PickOne
        legend="Date range"
        choices={choices}
        chosen={length}
        onChoose={(next) => {
          setTyped(null);
          select(next === 'own' ? { ...range } : next === defaultLength ? {} : { days: next });
        }}
      />
      {length === 'own' && (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <Field label="From" type="date" value={own.from} onChange={(event) => enter({ from: event.target.value })} />
          <Field
            label="To"
            type="date"
            value={own.to}
            max={dayOf(Date.now())}
            onChange={(event) => enter({ to: event.target.value })}
            error={isReversed ? 'The last day is before the first day.' : null}
          />
        </div>
      )}
    </div>
  );
}
