import type { Placement } from '@xrp-bridge/contracts/ad-plan';
import { pageAt } from '@xrp-bridge/contracts/pages';
import { Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { cx } from '../../ui/cx.ts';
import { later } from '../../ui/later.ts';
import { closedAds, heights } from './slots.ts';

// Ad blockers block ad-slot.tsx because of its name. That file contains only the ad, so nothing else is blocked.
const AdSlot = later(async () => (await import('./ad-slot.tsx')).AdSlot);

/** Reserves a place for an ad, on pages that allow ads, unless the ad was closed in this tab. */
export function AdPlace({ placement }: { placement: Placement }) {
  const { pathname } = useLocation();
  const [wasClosed] = useState(() => closedAds.get().includes(placement));
  if (wasClosed || !pageAt(pathname)?.ads) return null;
  return (
    <Suspense fallback={<div className={cx('rounded-lg bg-sunk', heights[placement])} />}>
      <AdSlot placement={placement} />
    </Suspense>
  );
}
