import { referenceOf } from '@xrp-bridge/contracts/reference';
import { sayWord } from '@xrp-bridge/contracts/words';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { formatTime } from '../lib/times.ts';
import { cx } from '../ui/cx.ts';
import { Card } from '../ui/layout.tsx';
import { Pill } from '../ui/note.tsx';
import { Skeleton } from '../ui/state.tsx';

/** A moment, as people say it, in the time zone of this device. */
export function When({ at, never = 'never' }: { at: string | null | undefined; never?: string }) {
  if (!at) return <span className="text-ink-2">{never}</span>;
  // In a narrow column the day stays on one line, and the time of day on another.
  return <time dateTime={at}>{formatTime(at).replaceAll(' ', '\u00a0').replace(',\u00a0', ', ')}</time>;
}

/** An amount of dollars with its cents, as the server writes it: '4182.36' is $4,182.36. */
export function formatDollars(amount: string): string {
  return Number(amount).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

/** An id of ours or of a provider: read letter by letter. */
export function Id({ children }: { children: string }) {
  return (
    <code translate="no" className="font-mono wrap-anywhere">
      {children}
    </code>
  );
}

const isTransferId = (id: string) => /^[0-9a-f]{32}$/.test(id);

/** A transfer by what people quote of it; an order that is none has its id alone. */
export function nameTransfer(id: string): string {
  return isTransferId(id) ? referenceOf(id) : id;
}

/** What something is about: a transfer leads to all that is known of it. */
export function TransferLink({ id }: { id: string | null }) {
  if (!id) return <span className="text-ink-2">none</span>;
  if (!isTransferId(id)) return <Id>{id}</Id>;
  return (
    <Link
      to={paths.adminTransfer(id)}
      className="inline-flex min-h-11 items-center whitespace-nowrap text-water underline decoration-1 underline-offset-3 hover:decoration-2"
    >
      <Id>{referenceOf(id)}</Id>
    </Link>
  );
}

const statusKinds: Record<string, Parameters<typeof Pill>[0]['kind']> = {
  completed: 'good',
  succeeded: 'good',
  settled: 'good',
  active: 'good',
  posted: 'good',
  instructions_sent: 'water',
  paid: 'water',
  by_hand: 'water',
  bypassed: 'water',
  open: 'warn',
  paused: 'warn',
  planned: 'warn',
  disputed: 'bad',
  failed: 'bad',
  refund_failed: 'bad',
  unclear: 'bad',
};

/** A state by the word that the server has for it: `by_hand` reads "By hand". */
export function Status({ of }: { of: string }) {
  const kind = of.startsWith('wrong_') ? 'bad' : statusKinds[of];
  return <Pill {...(kind ? { kind } : {})}>{sayWord(of)}</Pill>;
}

/** The figures of a page, before anything else. */
export function Figures({ columns = 3, children }: { columns?: 3 | 4; children: ReactNode }) {
  return (
    <dl className={cx('grid gap-4 sm:grid-cols-2', columns === 3 ? 'lg:grid-cols-3' : 'xl:grid-cols-4')}>{children}</dl>
  );
}

const tones = { plain: 'text-ink-2', good: 'text-good', warn: 'text-warn', bad: 'text-bad' } as const;

/** One figure: what it is, how much, what that means and what to do about it. It keeps its room while it is read. */
export function Figure({
  label,
  value,
  note,
  act,
  tone = 'plain',
}: {
  label: string;
  /** Undefined while it is read. */
  value: ReactNode | undefined;
  note?: ReactNode;
  /** A button or a link. */
  act?: ReactNode;
  tone?: keyof typeof tones;
}) {
  return (
    <div className="grid content-start gap-1 rounded-md border border-line bg-card px-5 py-4">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="min-h-10 text-2xl font-bold tabular wrap-anywhere">
        {value === undefined ? <Skeleton className="h-10 w-28" /> : value}
      </dd>
      {note && <dd className={cx('text-sm', tones[tone])}>{note}</dd>}
      {act && <dd className="mt-1">{act}</dd>}
    </div>
  );
}

/** A part of a page under a heading of its own. */
export function Panel({
  title,
  aside,
  className,
  children,
}: {
  title: string;
  /** At the end of the heading's line. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Card as="section" aria-label={title} className={cx('grid content-start gap-4', className)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 tabIndex={-1} className="text-lg outline-none">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </Card>
  );
}

/** What is known of one thing, name by name; where two may have the same name, each has an id. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode, id?: string])[] }) {
  return (
    <div className="@container">
      <dl className="grid items-baseline gap-x-6 gap-y-2 max-sm:gap-x-3 max-sm:@tight:grid-cols-[minmax(6rem,1fr)_minmax(0,2fr)] sm:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)]">
        {facts.map(([name, value, id = name]) => (
          <div key={id} className="contents">
            <dt className="text-sm text-ink-2">{name}</dt>
            <dd className="min-w-0 wrap-anywhere max-sm:@max-tight:mb-2">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
