import { useState } from 'react';
import { dayMs } from '../lib/times.ts';
import { Field } from '../ui/field.tsx';
import { PickOne } from '../ui/pick-one.tsx';

/** From the first day to the last, both of them, as '2026-11-22' in UTC. */
export interface DayRange {
  from: string;
  to: string;
}

const lengths = ['7', '30', '90', 'own'] as const;
const choices = lengths.map((id) => ({ id, label: id === 'own' ? 'Other days' : `${id} days` }));

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The last so many days, today among them. */
export function lastDays(days: number, now: number): DayRange {
  return { from: dayOf(now - (days - 1) * dayMs), to: dayOf(now) };
}

/** How many days a range has. */
export function lengthOf({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}

/** Which days are looked at; as many before them are what they are compared with. */
export function RangePicker({
  range,
  onChange,
}: {
  range: DayRange;
  /** @param range how many of the last days, or the days themselves */
  onChange: (range: DayRange | number) => void;
}) {
  const [length, setLength] = useState<(typeof lengths)[number]>('30');
  // As it is typed, which need not be a range yet.
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
