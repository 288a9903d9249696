import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

/** Shows a button that repeats a failed query. */
export function RetryButton({
  isFetching,
  refetch,
  variant = 'quiet',
  ...rest
}: Omit<ComponentProps<typeof Button>, 'children' | 'onClick' | 'busy'> & {
  isFetching: boolean;
  refetch: () => unknown;
}) {
  return (
    <Button variant={variant} busy={isFetching} onClick={() => void refetch()} {...rest}>
      Try again
    </Button>
  );
}
