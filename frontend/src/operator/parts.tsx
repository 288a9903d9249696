import { referenceOf } from '@xrp-bridge/contracts/reference';
import { formatWord } from '@xrp-bridge/contracts/words';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { formatTime } from '../lib/times.ts';
import { cx } from '../ui/cx.ts';
import { Fold } from '../ui/disclosure.tsx';
import { Card } from '../ui/layout.tsx';
import { Pill } from '../ui/note.tsx';
import { Skeleton } from '../ui/state.tsx';

/** Shows a time in the device's time zone. */
export function When({ at, never = 'never' }: { at: string | null | undefined; never?: string }) {
  if (!at) return <span className="text-ink-2">{never}</span>;
  // In a narrow column the line can break only between day and time.
  return (
    <time dateTime={at}>
      {formatTime(at)
        .replaceAll(' ', '\u00a0')
        .replace(/,\u00a0(?=[^,]*$)/, ', ')}
    </time>
  );
}

/** Formats dollars: '4182.36' is $4,182.36. */
export function formatDollars(amount: string): string {
  return Number(amount).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

/** Shows an id in a monospaced font. */
export function Id({ children }: { children: string }) {
  return (
    <code translate="no" className="font-mono wrap-anywhere">
      {children}
    </code>
  );
}

const isTransferId = (id: string) => /^[0-9a-f]{32}$/.test(id);

/** Returns the reference of a transfer, or the id of any other order. */
export function nameTransfer(id: string): string {
  return isTransferId(id) ? referenceOf(id) : id;
}

/**
 * Shows a link to a transfer by its reference, or only the id of any other order.
 * With `opensRow`, the link covers its row of a list.
 */
export function TransferLink({ id, opensRow = false }: { id: string | null; opensRow?: boolean }) {
  if (!id) return <span className="text-ink-2">none</span>;
  if (!isTransferId(id)) return <Id>{id}</Id>;
  return (
    <Link
      to={paths.adminTransfer(id)}
      className={cx(
        'inline-flex min-h-11 items-center whitespace-nowrap text-water underline decoration-1 underline-offset-3 hover:decoration-2',
        opensRow && 'after:absolute after:inset-0',
      )}
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

/** Shows a state as a pill: `by_hand` reads "Manual". */
export function Status({ of }: { of: string }) {
  const kind = of.startsWith('wrong_') ? 'bad' : statusKinds[of];
  return <Pill {...(kind ? { kind } : {})}>{of === 'by_hand' ? 'Manual' : formatWord(of)}</Pill>;
}

/** Columns of the metrics at the top of a page. */
const metricColumns = { 3: 'lg:grid-cols-3', 4: 'xl:grid-cols-4', 5: 'md:grid-cols-3 xl:grid-cols-5' } as const;

/** Shows tiles, two in a row on a phone unless the text is enlarged. */
export function Metrics({ columns = 3, children }: { columns?: keyof typeof metricColumns; children: ReactNode }) {
  return (
    <dl
      className={cx(
        'grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3 sm:grid-cols-2 sm:gap-4',
        metricColumns[columns],
      )}
    >
      {children}
    </dl>
  );
}

const tones = { plain: 'text-ink-2', good: 'text-good', warn: 'text-warn', bad: 'text-bad' } as const;

/**
 * Shows a metric with its label, an explanation and an action.
 * The layout does not change when the value loads.
 */
export function Metric({
  label,
  value,
  note,
  act,
  tone = 'plain',
  isNarrow = false,
}: {
  label: string;
  /** The value, or undefined while it loads. */
  value: ReactNode | undefined;
  note?: ReactNode;
  /** A button or a link, below the explanation. */
  act?: ReactNode;
  tone?: keyof typeof tones;
  /** Shows the value in a smaller size, for tiles in five columns. */
  isNarrow?: boolean;
}) {
  return (
    <div className="grid content-start gap-1 rounded-md border border-line bg-card px-4 py-3 sm:px-5 sm:py-4">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className={cx('min-h-10 text-xl font-bold tabular wrap-anywhere', !isNarrow && 'sm:text-2xl')}>
        {value === undefined ? <Skeleton className="h-10 w-28" /> : value}
      </dd>
      {note && <dd className={cx('text-sm', tones[tone])}>{note}</dd>}
      {act && <dd className="mt-1">{act}</dd>}
    </div>
  );
}

/** Shows a section of a page with its own heading. */
export function Panel({
  title,
  aside,
  className,
  children,
}: {
  title: string;
  /** Content at the end of the heading's line. */
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

/** Shows a panel whose heading expands its content, for settings that an operator seldom changes. */
export function FoldPanel({
  title,
  open,
  className,
  children,
}: {
  title: string;
  /** The initial state, until the operator clicks. */
  open: boolean;
  className?: string;
  children: ReactNode;
}) {
  // A later value must not close the panel while the operator uses the panel.
  const [isOpen] = useState(open);
  return (
    <Card as="section" aria-label={title} className={cx('py-1', className)}>
      <Fold title={<h2 className="text-lg">{title}</h2>} open={isOpen}>
        {children}
      </Fold>
    </Card>
  );
}

/** Shows names and values. `id` distinguishes entries with the same name. */
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
