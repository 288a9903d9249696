import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Buttons } from './layout.tsx';

// `Pill` has its own file, because the landing page uses pills but no notes.
export { Pill } from './pill.tsx';

const kinds = {
  good: { box: 'bg-good-soft', icon: 'text-good', Icon: CircleCheck },
  warn: { box: 'bg-warn-soft', icon: 'text-warn', Icon: TriangleAlert },
  bad: { box: 'bg-bad-soft', icon: 'text-bad', Icon: CircleAlert },
  info: { box: 'bg-sunk', icon: 'text-ink-2', Icon: Info },
} as const;

/** Shows a callout. With `live`, screen readers read it out when it appears. */
export function Note({
  kind = 'info',
  title,
  live,
  className,
  children,
}: {
  kind?: keyof typeof kinds;
  title?: ReactNode;
  live?: boolean;
  className?: string;
  children?: ReactNode;
}) {
  const { box, icon, Icon } = kinds[kind];
  return (
    <div
      role={live ? (kind === 'bad' ? 'alert' : 'status') : undefined}
      className={cx('@container rounded-md px-[min(1rem,4.5vw)] py-3.5 sm:px-5', box, className)}
    >
      <div className="grid grid-cols-[1.625rem_minmax(0,1fr)] gap-x-3 gap-y-1 @max-tight:grid-cols-1">
        <Icon className={cx('mt-px size-6', icon)} aria-hidden />
        {title && <p className="font-semibold">{title}</p>}
        {/* On a phone the text is below the icon, because beside the icon each line would be a third shorter. */}
        {children && (
          <div
            className={cx(
              'grid gap-2 text-sm',
              title ? 'col-span-2 @max-tight:col-span-1 sm:col-span-1 sm:col-start-2' : undefined,
            )}
          >
            {children}
          </div>
        )}
      </div>
    </div>
  );
}

export function NoteButtons({ children }: { children: ReactNode }) {
  return <Buttons className="pt-1">{children}</Buttons>;
}
