import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import { stepCookie } from '@xrp-bridge/contracts/pages';
import { dropsOf, toDrops } from '../../domain/transfer/drops.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { paths } from '../../lib/paths.ts';
import { attempt, defineStored } from '../../lib/storage.ts';

/**
 * The customer's current step, counted from 0.
 * Null until this device has shown the steps of the paid transfer.
 */
export const stepReached = defineStored<number | null>(
  'step',
  (value) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined),
  null,
);

/** As long as the owner's cookie lasts (bff/src/access/owner-cookie.ts). */
const storedSeconds = 180 * 24 * 3600;

/**
 * Stores the step, and a copy in a cookie, with which the server renders this step on the next visit.
 * The cookie alone would not suffice: Chromium lets a page that was opened by `history.pushState` write a cookie of its
 * path, but not read it.
 */
export function saveStep(step: number, transferId: string): void {
  stepReached.set(step, transferId);
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const attributes = `Path=${paths.guide(transferId)}; Max-Age=${storedSeconds}; SameSite=Lax${secure}`;
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox before 140 has no Cookie Store API
  attempt(() => (document.cookie = `${stepCookie}=${step}; ${attributes}`));
}

/**
 * Returns the progress from 0 to 1.
 * The steps are the first half, and the arrived part of the stated amount is the second half.
 * @param step the current step, counted from 0
 */
export function progressOf(
  transfer: Pick<Transfer, 'status' | 'arrivals' | 'addressChangedAt' | 'sourceAmount'>,
  step: number,
  steps: number,
): number {
  if (transfer.status === 'completed') return 1;
  const arrivals = arrivedThisWay(transfer);
  if (arrivals.length === 0) return (0.5 * (step + 1)) / Math.max(steps, step + 1);
  const stated = toDrops(transfer.sourceAmount);
  return stated === 0n ? 0.5 : 0.5 + 0.5 * Math.min(1, Number(dropsOf(arrivals)) / Number(stated));
}
