import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';

/**
 * A button of a row, or beside a heading. The second press of a double click does nothing: by then the row may be gone,
 * and the button of the next one stand there.
 */
export function SmallButton({ className, onClick, ...rest }: Omit<Parameters<typeof Button>[0], 'variant' | 'small'>) {
  return (
    <Button
      variant="quiet"
      small
      className={cx('sm:whitespace-nowrap', className)}
      onClick={(event) => event.detail < 2 && onClick?.(event)}
      {...rest}
    />
  );
}
