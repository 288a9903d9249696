import type { ComponentProps } from 'react';
import { OutsideLink } from '../../ui/outside-link.tsx';
import type { Flow } from './return-marker.ts';
import { type KnownExchange, openExchange } from './trip-store.ts';

/**
 * Links to an exchange's own sign-in page.
 * `flow` is the flow in which the customer continues afterwards. The link opens no window by script, because browsers
 * may block such a window.
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
