import type { ComponentProps } from 'react';
import { OutsideLink } from '../../ui/button.tsx';
import type { Flow } from './return-marker.ts';
import { type KnownExchange, openExchange } from './trip-store.ts';

/**
 * A link to an exchange's own sign-in page. `flow` is where the customer continues afterwards.
 * A plain link, because browsers may block a window that a script opens.
 */
export function ExchangeLink({
  exchange: { id, domain, loginUrl },
  flow,
  children = `Open ${domain}`,
  ...style
}: { exchange: KnownExchange; flow: Flow } & Pick<
  ComponentProps<typeof OutsideLink>,
  'variant' | 'className' | 'children'
>) {
  return (
    <OutsideLink href={loginUrl} onClick={() => openExchange(id, flow)} {...style}>
      {children}
    </OutsideLink>
  );
}
