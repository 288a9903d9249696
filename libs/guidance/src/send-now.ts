import { formatDrops, dropsPerXrp as oneXrp, parseDrops, readableXrp } from '@xrp-bridge/contracts/drops';
import type { Instructions } from '@xrp-bridge/contracts/instructions';
import type { XrpAmount } from './guides/guide.ts';

// Computes the one amount that the customer must type. All amounts are decimal XRP.

type SendNow = Instructions['sendNow'];

/** Amounts up to this multiple of the test amount need no test, because little can be lost. */
const testsWorthSending = 5n;

/**
 * Returns a first payment that is certainly large enough for a new wallet.
 * The amount is the reserve plus the exchange's fee, rounded up, but at least one XRP above the reserve, and never
 * below the exchange's minimum.
 */
export function firstAmountXrp(baseReserveXrp: string, fee: XrpAmount, minimum: XrpAmount): string {
  const reserve = drops(baseReserveXrp);
  const enough = [roundUp(reserve + drops(fee.value ?? '0')), roundUp(reserve) + oneXrp, drops(minimum.value ?? '0')];
  return formatDrops(enough.reduce((largest, amount) => (amount > largest ? amount : largest)));
}

/** Decides the next payment: a test, the whole amount, or the rest. */
export function decideSendNow(about: {
  /** The customer's total amount; null if not entered. */
  amountXrp: string | null;
  arrivedXrp: string;
  testFirst: boolean;
  testXrp: string;
}): SendNow {
  const { amountXrp, arrivedXrp, testFirst, testXrp } = about;
  const stated = amountXrp === null ? null : drops(amountXrp);
  const arrived = drops(arrivedXrp);
  const test = drops(testXrp);
  if (arrived > 0n) return sendNow('rest', stated === null ? null : restOf(stated, arrived, test), { testXrp });
  if (!testFirst || (stated !== null && stated <= test * testsWorthSending)) return sendNow('all', stated, { testXrp });
  return sendNow('test', test, { testXrp, restXrp: stated === null ? null : formatDrops(stated - test) });
}

/** The value for callers other than the owner. It contains no data of the transfer. */
export const sendNowForOthers: SendNow = {
  kind: 'test',
  amountXrp: null,
  testXrp: null,
  restXrp: null,
  text: 'Only the owner of this transfer can see the amount.',
};

/**
 * Returns the rest to send.
 * The exchange may deduct its fee from the test, so less may arrive than was sent.
 */
function restOf(stated: bigint, arrived: bigint, test: bigint): bigint | null {
  const sent = arrived < test && test < stated ? test : arrived;
  return sent < stated ? stated - sent : null;
}

function sendNow(
  kind: SendNow['kind'],
  amount: bigint | null,
  { testXrp, restXrp = null }: { testXrp: string; restXrp?: string | null },
): SendNow {
  const amountXrp = amount === null ? null : formatDrops(amount);
  return { kind, amountXrp, testXrp, restXrp, text: describe(kind, amountXrp) };
}

function describe(kind: SendNow['kind'], amountXrp: string | null): string {
  if (amountXrp === null) return `Now enter ${kind === 'rest' ? 'the rest' : 'all'} of your XRP.`;
  const what = {
    test: 'This is your test. You’ll send the rest once it arrives.',
    all: 'This is the full amount.',
    rest: 'This is the rest.',
  };
  return `Now enter ${readableXrp(amountXrp)}. ${what[kind]}`;
}

/**
 * Parses decimal XRP to drops.
 * @throws Error if the text is not an amount
 */
export function drops(xrp: string): bigint {
  const parsed = parseDrops(xrp);
  if (!parsed.ok) throw new Error(`Not an XRP amount: ${parsed.reason}`);
  return parsed.drops;
}

function roundUp(amount: bigint): bigint {
  return ((amount + oneXrp - 1n) / oneXrp) * oneXrp;
}
