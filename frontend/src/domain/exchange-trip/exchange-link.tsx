import type { ComponentProps } from 'react';
import { OutsideLink } from '../../ui/button.tsx';
import type { Flow } from './return-marker.ts';
import { type KnownExchange, openExchange } from './trip-store.ts';

/** Leads to an exchange's own sign-in page. A plain link, which no browser holds back; `flow` is where the person is expected again. */
export function ExchangeLink({
  exchange: { id, domain, loginUrl },
  flow,
  children = `Open ${domain}`,
  ...look
}: { exchange: KnownExchange; flow: Flow } & Pick<
  ComponentProps<typeof OutsideLink>,
  'variant' | 'className' | 'children'
>) {
  return (
    <OutsideLink href={loginUrl} onClick={() => openExchange(id, flow)} {...look}>
      {children}
    </OutsideLink>
  );
}
