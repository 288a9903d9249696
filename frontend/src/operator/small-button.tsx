import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';

/**
 * Shows a button for rows and headings.
 * It ignores the second click of a double click: after the first click the row may be gone, and the next row's button
 * may be in the same position.
 */
export function SmallButton({ className, onClick, ...rest }: Omit<Parameters<typeof Button>[0], 'small'>) {
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
