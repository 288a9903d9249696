import { Button } from '../ui/button.tsx';

/** A button of a row, or beside a heading. */
export function SmallButton(props: Omit<Parameters<typeof Button>[0], 'variant' | 'small'>) {
  return <Button variant="quiet" small {...props} />;
}
