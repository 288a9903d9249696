import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';

/** A button of a row, or beside a heading. */
export function SmallButton({ className, ...rest }: Omit<Parameters<typeof Button>[0], 'variant' | 'small'>) {
  return <Button variant="quiet" small className={cx('sm:whitespace-nowrap', className)} {...rest} />;
}
