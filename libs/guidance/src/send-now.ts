import { formatDrops, dropsPerXrp as oneXrp, parseDrops, readableXrp } from '@xrp-bridge/contracts/drops';
import type { Instructions } from '@xrp-bridge/contracts/instructions';
import type { Figure } from './guides/guide.ts';

// The one number to type. All amounts are decimal XRP.

type SendNow = Instructions['sendNow'];

/** Up to so many tests, a sum needs no test: there is little to lose, and less to gain. */
const testsWorthSending = 5n;

/**
 * A first payment that is sure to be large enough for a new wallet: the reserve and the exchange's fee, rounded up,
 * at least one XRP above the reserve and never below the exchange's minimum.
 */
export function firstAmountXrp(baseReserveXrp: string, fee: Figure, minimum: Figure): string {
  const reserve = drops(baseReserveXrp);
  const enough = [roundUp(reserve + drops(fee.value ?? '0')), roundUp(reserve) + oneXrp, drops(minimum.value ?? '0')];
  return formatDrops(enough.reduce((largest, amount) => (amount > largest ? amount : largest)));
}

/** Decides what to send next: a test, all of it, or the rest of it. */
export function decideSendNow(about: {
  /** What the customer wants to move in all; null while they have not said. */
  amountXrp: string | null;
  arrivedXrp: string;
  testFirst: boolean;
  testXrp: string;
}): SendNow {
  const stated = about.amountXrp === null ? null : drops(about.amountXrp);
  const arrived = drops(about.arrivedXrp);
  const test = drops(about.testXrp);
  if (arrived > 0n) return sendNow('rest', stated === null ? null : restOf(stated, arrived, test));
  if (!about.testFirst || (stated !== null && stated <= test * testsWorthSending)) return sendNow('all', stated);
  return sendNow('test', test);
}

/** What whoever does not own the transfer is told: nothing of the owner's. */
export const sendNowForOthers: SendNow = {
  kind: 'test',
  amountXrp: null,
  text: 'The amount is shown to the owner of this transfer only.',
};

/** What is left to send. The exchange may have taken its fee from the test, so that less arrived than was sent. */
function restOf(stated: bigint, arrived: bigint, test: bigint): bigint | null {
  const sent = arrived < test && test < stated ? test : arrived;
  return sent < stated ? stated - sent : null;
}

function sendNow(kind: SendNow['kind'], amount: bigint | null): SendNow {
  const amountXrp = amount === null ? null : formatDrops(amount);
  return { kind, amountXrp, text: tell(kind, amountXrp) };
}

function tell(kind: SendNow['kind'], amountXrp: string | null): string {
  if (amountXrp === null) return `Now enter ${kind === 'rest' ? 'the rest' : 'all'} of your XRP.`;
  const what = { test: 'It is the test; the rest comes after.', all: 'It is all of it.', rest: 'It is the rest.' };
  return `Now enter ${readableXrp(amountXrp)}. ${what[kind]}`;
}

/** Decimal XRP in drops. @throws Error when it is no amount */
export function drops(xrp: string): bigint {
  const parsed = parseDrops(xrp);
  if (!parsed.ok) throw new Error(`Not an XRP amount: ${parsed.reason}`);
  return parsed.drops;
}

function roundUp(amount: bigint): bigint {
  return ((amount + oneXrp - 1n) / oneXrp) * oneXrp;
}
