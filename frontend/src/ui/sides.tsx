import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** Shows two columns, `main` left and `side` right. On a phone they are one column, with `rest` last. */
export function Sides({
  main,
  side,
  rest,
  className,
}: {
  main: ReactNode;
  side: ReactNode;
  rest?: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div
      className={cx(
        'grid items-start gap-4 sm:gap-6 lg:gap-8 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]',
        className,
      )}
    >
      <div className="grid min-w-0 gap-4 sm:gap-6">{main}</div>
      <aside className="grid min-w-0 gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">{side}</aside>
      {rest && <div className="grid min-w-0 gap-4 sm:gap-6">{rest}</div>}
    </div>
  );
}
