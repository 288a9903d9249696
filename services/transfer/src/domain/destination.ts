import { formatDrops, parseDrops } from '@xrp-bridge/contracts/drops';
import { type ExchangeId, exchangeName } from '@xrp-bridge/contracts/exchanges';
import { exchangeOfAddress } from '@xrp-bridge/contracts/known-exchange-addresses';
import type { DestinationAnswer, DestinationReasonCode, Verdict } from '@xrp-bridge/contracts/ledger';
import { checkDestination } from '@xrp-bridge/contracts/xrp-address';
import { exchangeGuides } from '@xrp-bridge/guidance/guides/exchange-guides';
import type { Hold } from '@xrp-bridge/guidance/guides/guide';
import { firstAmountXrp } from '@xrp-bridge/guidance/send-now';
import type { LedgerTransaction } from './arrivals.ts';

/** State of an account on the ledger. */
export interface AccountFacts {
  balanceDrops: bigint;
  requiresTag: boolean;
  depositAuthorization: boolean;
  refusesXrp: boolean;
  masterKeyDisabled: boolean;
  regularKey: string | null;
  /** True if many senders pay to this address, most of them with a long tag. */
  sharedByMany: boolean;
}

/**
 * Result of reading an address: an account, no account yet, or unknown because no ledger server
 * answered.
 */
export type Finding =
  | { found: 'account'; account: AccountFacts; ledgerIndex: number }
  | { found: 'nothing'; ledgerIndex: number | null }
  | { found: 'unknown' };

/** Answers to the three questions that predict a hold. An unanswered question is undefined. */
export interface Answers {
  newAddress?: boolean | undefined;
  passwordChanged?: boolean | undefined;
  recentPurchase?: boolean | undefined;
}

export interface DestinationRequest extends Answers {
  address: string;
  tag: string;
  /** The amount in drops; '0' until the customer enters an amount. */
  amountDrops: string;
  exchange?: ExchangeId | undefined;
}

type Reason = { code: DestinationReasonCode; text: string };

/**
 * Balance above which an account is considered an exchange's account.
 * The rule is Xaman's (github.com/XRPL-Labs/Xaman-App, common/helpers/advisory.ts).
 */
const exchangeBalanceDrops = 1_000_000_000_000n;
export const isExchangeBalance = (drops: bigint): boolean => drops > exchangeBalanceDrops;

/**
 * Addresses without a private key.
 * If such an address is an account's only key, the account can never sign.
 */
const blackHoleKeys = ['rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'rrrrrrrrrrrrrrrrrrrrBZbvji'];

/** Returns the address to read from the ledger; null if the entered address is invalid. */
export function addressToRead({ address, tag }: DestinationRequest): string | null {
  const check = checkDestination(address, tag);
  return check.ok ? check.address : null;
}

/** Returns the verdict on a destination, its reasons, the first amount, and the expected arrival. */
export function judgeDestination(
  request: DestinationRequest,
  finding: Finding,
  fees: { reserveBaseDrops: bigint; baseFeeDrops: bigint },
  now: Date,
): DestinationAnswer {
  const { exchange } = request;
  const check = checkDestination(request.address, request.tag);
  const reserveXrp = formatDrops(fees.reserveBaseDrops);
  const { fee, minimum } = exchangeGuides[exchange ?? 'other'];
  const firstXrp = firstAmountXrp(reserveXrp, fee, minimum);
  const base = {
    reserveXrp,
    networkFeeXrp: formatDrops(fees.baseFeeDrops),
    expectedArrival: expectArrival(exchange, request, now),
    checkedAt: now.toISOString(),
    ledgerIndex: finding.found === 'unknown' ? null : finding.ledgerIndex,
  };
  if (!check.ok) {
    const reasons = [{ code: check.code, text: check.text }];
    return { verdict: 'invalid', address: null, tag: null, reasons, firstAmountXrp: null, ...base };
  }

  const { address, tag } = check;
  const { verdict, reasons } = judge({ address, tag, finding, reserveXrp });
  const sendable = verdict !== 'blocked' && verdict !== 'exchange';
  if (sendable) {
    const amountDrops = BigInt(request.amountDrops);
    const needsReserve = finding.found === 'nothing' ? fees.reserveBaseDrops : 0n;
    reasons.push(...amountReasons({ amountDrops, needsReserve, firstXrp, reserveXrp, exchange }));
    reasons.push(...holdReasons(exchange, request));
  }
  return { verdict, address, tag, reasons, firstAmountXrp: sendable ? firstXrp : null, ...base };
}

/** Returns all reasons that apply, and the most severe verdict among them. */
function judge(about: { address: string; tag: string | null; finding: Finding; reserveXrp: string }): {
  verdict: Verdict;
  reasons: Reason[];
} {
  const { address, tag, finding, reserveXrp } = about;
  const account = finding.found === 'account' ? finding.account : null;
  const owner = exchangeOfAddress(address);
  const found: [Verdict, Reason][] = [];

  if (account?.masterKeyDisabled && account.regularKey !== null && blackHoleKeys.includes(account.regularKey)) {
    found.push(['blocked', reason('black_hole', texts.blackHole)]);
  }
  if (account?.depositAuthorization)
    found.push(['blocked', reason('deposit_authorization', texts.depositAuthorization)]);
  if (owner) found.push(['exchange', reason('exchange_known', texts.exchangeKnown(exchangeName(owner)))]);
  if (account && isExchangeBalance(account.balanceDrops)) {
    found.push(['exchange', reason('exchange_balance', texts.exchangeBalance)]);
  }
  if (account?.sharedByMany) found.push(['exchange', reason('exchange_history', texts.exchangeHistory)]);
  if (account?.requiresTag) {
    found.push(
      tag === null
        ? ['tag_required', reason('tag_needed', texts.tagNeeded)]
        : ['ok', reason('tag_needed', texts.tagGiven)],
    );
  }
  if (finding.found === 'nothing' && !owner) found.push(['new', reason('not_funded', texts.notFunded(reserveXrp))]);
  if (finding.found === 'unknown' && !owner)
    found.push(['unknown', reason('ledger_unavailable', texts.ledgerUnavailable)]);
  if (account && found.length === 0) found.push(['ok', reason('valid', texts.valid)]);
  if (account?.refusesXrp) found.push(['ok', reason('incoming_refused', texts.incomingRefused)]);

  const [verdict] = found[0] as [Verdict, Reason];
  const reasons = found.map(([, why]) => why);
  // The advice about a tag is only for the customer's own wallet.
  const own = verdict === 'ok' || verdict === 'new' || verdict === 'unknown';
  if (own && tag !== null && !account?.requiresTag) reasons.push(reason('tag_unneeded', texts.tagUnneeded));
  return { verdict, reasons };
}

function amountReasons(about: {
  amountDrops: bigint;
  needsReserve: bigint;
  firstXrp: string;
  reserveXrp: string;
  exchange: ExchangeId | undefined;
}): Reason[] {
  const { amountDrops, needsReserve, firstXrp, reserveXrp, exchange } = about;
  if (amountDrops === 0n) return [];
  const guide = exchangeGuides[exchange ?? 'other'];
  const fee = toDrops(guide.fee.value);
  const amount = formatDrops(amountDrops);
  if (needsReserve > 0n && amountDrops - fee < needsReserve) {
    return [reason('amount_too_small', texts.belowReserve(amount, reserveXrp, firstXrp))];
  }
  if (amountDrops < toDrops(guide.minimum.value) || amountDrops <= fee) {
    return [reason('amount_too_small', texts.belowMinimum(amount, exchangeName(exchange ?? 'other'), firstXrp))];
  }
  return [];
}

/** Usual processing time at an exchange if no hold applies. */
const processingMs = { least: 60_000, most: 3_600_000 };
const hourMs = 3_600_000;

/**
 * Returns the earliest and latest time at which XRP sent now is expected.
 * A hold that applies moves both times. A hold that may apply (its question is unanswered) moves only the latest time.
 * Holds run in parallel, so the longest one counts.
 */
export function expectArrival(
  exchange: ExchangeId | undefined,
  answers: Answers,
  now: Date,
): { earliest: string; latest: string } {
  let least = 0;
  let most = 0;
  for (const hold of exchangeGuides[exchange ?? 'other'].holds) {
    const applies = holdApplies(hold, answers);
    if (applies === 'no') continue;
    if (applies === 'yes') least = Math.max(least, hold.minHours);
    // If a hold has no documented maximum, the maximum of the guide `other` for the same kind of hold is used, but only
    // if the customer says that the hold applies.
    const longest = hold.maxHours ?? (applies === 'yes' ? longestDocumented(hold) : 0);
    most = Math.max(most, longest);
  }
  return {
    earliest: new Date(now.getTime() + least * hourMs + processingMs.least).toISOString(),
    latest: new Date(now.getTime() + most * hourMs + processingMs.most).toISOString(),
  };
}

function longestDocumented({ appliesWhen }: Hold): number {
  return Math.max(
    0,
    ...exchangeGuides.other.holds.filter((hold) => hold.appliesWhen === appliesWhen).map((hold) => hold.maxHours ?? 0),
  );
}

function holdReasons(exchange: ExchangeId | undefined, answers: Answers): Reason[] {
  if (!exchange) return [];
  return exchangeGuides[exchange].holds.flatMap((hold) => {
    const applies = holdApplies(hold, answers);
    if (applies === 'no') return [];
    return [reason(applies === 'yes' ? 'hold' : 'hold_possible', hold.text)];
  });
}

function holdApplies({ appliesWhen }: Hold, answers: Answers): 'yes' | 'no' | 'perhaps' {
  if (appliesWhen === 'always') return 'yes';
  // A customer who has sent to this address before does not withdraw for the first time.
  const answer =
    appliesWhen === 'firstTime' ? (answers.newAddress === false ? false : undefined) : answers[appliesWhen];
  if (answer === undefined) return 'perhaps';
  return answer ? 'yes' : 'no';
}

const manySenders = 10;
const longestPersonalTag = 9_999;
const dustDrops = 1_000n;

/**
 * Returns true if at least ten senders pay to an address, and most payments have a long tag.
 * Such an address is typical of an exchange. The rule is Xaman's, over the last 200 transactions
 * (github.com/XRPL-Labs/Xaman-App, services/ResolverService.ts).
 */
export function isSharedByMany(address: string, transactions: readonly LedgerTransaction[]): boolean {
  const payments = transactions.filter(
    ({ type, destination, delivered }) =>
      type === 'Payment' && destination === address && typeof delivered === 'bigint' && delivered > dustDrops,
  );
  const senders = new Set(payments.map(({ sender }) => sender));
  const tagged = payments.filter(({ destinationTag }) => Number(destinationTag ?? 0) > longestPersonalTag);
  return senders.size >= manySenders && tagged.length * 2 > payments.length;
}

/** Returns true for an address that many people share: a payment to it identifies no single customer. */
export function isSharedAddress(address: string, finding: Finding): boolean {
  if (exchangeOfAddress(address)) return true;
  return finding.found === 'account' && (finding.account.requiresTag || finding.account.sharedByMany);
}

function toDrops(xrp: string | null): bigint {
  const parsed = parseDrops(xrp ?? '0');
  return parsed.ok ? parsed.drops : 0n;
}

function reason(code: DestinationReasonCode, text: string): Reason {
  return { code, text };
}

const copyYourOwn = 'Open your own wallet and copy the XRP address it shows.';

const texts = {
  valid: 'This address is valid and ready to receive XRP.',
  notFunded: (reserve: string) =>
    `This address is valid. It hasn’t received any XRP yet, which is normal for a new wallet. It becomes active when at least ${reserve} XRP arrives. If you’ve used this wallet for XRP before, this isn’t the right address. Copy it again.`,
  tagNeeded: `This address only accepts payments with a destination tag. Exchanges ask for one. Your own wallet doesn’t, so this probably isn’t your wallet. ${copyYourOwn}`,
  tagGiven:
    'This address only accepts payments with a destination tag, and you entered one. Exchanges ask for one, but your own wallet doesn’t. Please make sure this is where you want your XRP to go.',
  tagUnneeded:
    'Your own wallet doesn’t need a destination tag and ignores it. If a website or a stranger gave you this tag, stop and ask us.',
  depositAuthorization: `This wallet only takes XRP from senders it has approved (“deposit authorization”). An exchange isn’t one of them, so the payment would fail. If this is your wallet, turn that setting off first. If you don’t know the setting, this may not be your wallet. ${copyYourOwn}`,
  blackHole: `No one can ever use XRP at this address again, because no one has its keys. ${copyYourOwn}`,
  incomingRefused:
    'This wallet asks people not to send XRP to it. A payment would still arrive. Please make sure this address is yours.',
  exchangeKnown: (owner: string) =>
    `This address belongs to ${owner}, which shares it among its customers. It isn’t your own wallet. ${copyYourOwn}`,
  exchangeBalance: `This address holds more than 1,000,000 XRP. It most likely belongs to an exchange, not to your own wallet. ${copyYourOwn}`,
  exchangeHistory: `Many different people send XRP to this address with long destination tags. It’s most likely an exchange’s deposit address, not your own wallet. ${copyYourOwn}`,
  ledgerUnavailable:
    'We can’t reach the XRP network right now. The address looks right, but we can’t tell if it’s ready for your XRP. Please check again in a minute, before you send.',
  belowReserve: (amount: string, reserve: string, first: string) =>
    `${amount} XRP is too little for a new wallet. At least ${reserve} XRP has to arrive after the exchange’s fee. Send at least ${first} XRP.`,
  belowMinimum: (amount: string, exchange: string, first: string) =>
    `${amount} XRP may be below the minimum at ${exchange}, or the withdrawal fee may use it up. Send at least ${first} XRP.`,
};
