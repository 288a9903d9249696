import { useState } from 'react';
import { dayMs } from '../lib/times.ts';
import { Field } from '../ui/field.tsx';
import { PickOne } from '../ui/pick-one.tsx';

/** A range of days in UTC, both included, as `YYYY-MM-DD`. */
export interface DayRange {
  from: string;
  to: string;
}

const lengths = ['7', '30', '90', 'own'] as const;
const choices = lengths.map((id) => ({ id, label: id === 'own' ? 'Other days' : `${id} days` }));

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Returns the last `days` days, including today. */
export function lastDays(days: number, now: number): DayRange {
  return { from: dayOf(now - (days - 1) * dayMs), to: dayOf(now) };
}

/** Returns the number of days of a range. */
export function lengthOf({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}

/** Selects a range of days. Pages compare it with the same number of days before it. */
export function RangePicker({
  range,
  onChange,
}: {
  range: DayRange;
  /** @param range the number of last days, or the first and the last day */
  onChange: (range: DayRange | number) => void;
}) {
  const [length, setLength] = useState<(typeof lengths)[number]>('30');
  // The typed days, which may not be a valid range yet.
  const [typed, setTyped] = useState<DayRange | null>(null);
  const own = typed ?? range;
  const isTurned = own.from !== '' && own.to !== '' && own.to < own.from;
  function enter(part: Partial<DayRange>) {
    const next = { ...own, ...part };
    setTyped(next);
    if (next.from && next.to && next.from <= next.to) onChange(next);
  }
  return (
    <div className="grid gap-3">
      <PickOne
        legend="Days, against as many before"
        choices={choices}
        chosen={length}
        onChoose={(next) => {
          setLength(next);
          setTyped(null);
          if (next !== 'own') onChange(Number(next));
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
            error={isTurned ? 'The last day is before the first.' : null}
          />
        </div>
      )}
    </div>
  );
}
