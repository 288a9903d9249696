import { type QueryKey, usePrefetchQuery, useQuery } from '@tanstack/react-query';
import type { DestinationReasonCode, Verdict } from '@xrp-bridge/contracts/ledger';
import { isSwapped } from '../../domain/transfer/last-transfer.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { queryOf } from '../../lib/api/client.ts';
import { defineStored, fieldsOf } from '../../lib/storage.ts';
import { useBrowserState } from '../../ui/use-browser-state.ts';

/** The customer's answers, which help to predict a hold. A missing answer means “Not sure”. */
export type Answers = { [question in (typeof questions)[number]]?: boolean };

const questions = ['newAddress', 'passwordChanged', 'recentPurchase'] as const;

const noAnswers: Answers = {};

const storedAnswers = defineStored<Answers>(
  'answers',
  (value) => {
    const given = Object.entries(fieldsOf(value));
    const isValid = given.every(
      ([name, answer]) => questions.some((each) => each === name) && typeof answer === 'boolean',
    );
    return isValid ? Object.fromEntries(given) : undefined;
  },
  noAnswers,
);

/** Verdicts that forbid sending to the address. */
const stops: readonly Verdict[] = ['invalid', 'blocked', 'exchange', 'tag_required'];

/** Reasons that are not shown below the verdict, but elsewhere. */
const besidesVerdict: readonly DestinationReasonCode[] = ['amount_too_small', 'hold', 'hold_possible'];

/** The age after which a verdict is refetched when the customer returns from the exchange's tab. */
const freshMs = 60_000;

function checkQuery(transfer: Transfer, answers: Answers) {
  const { destinationAddress, destinationTag, sourceAmount, fromExchange, arrivals } = transfer;
  const check = queryOf('GET /api/destination-check', {
    query: {
      address: destinationAddress,
      exchange: fromExchange,
      tag: destinationTag ?? undefined,
      amount: sourceAmount === '0' ? undefined : sourceAmount,
      ...answers,
    },
  });
  // An arrival changes the wallet, so the check runs again.
  const queryKey: QueryKey = [...check.queryKey, arrivals.length];
  return { ...check, queryKey, staleTime: freshMs };
}

/** Returns true if this browser has the transfer's address, and the address was not replaced. */
export function isCheckable({ id, destinationAddress }: Transfer): boolean {
  return destinationAddress !== 'pending' && destinationAddress !== 'hidden' && !isSwapped(id, [destinationAddress]);
}

/** Prefetches the check of a transfer that {@link isCheckable}, in parallel with its steps. */
export function CheckAhead({ transfer }: { transfer: Transfer }) {
  usePrefetchQuery(checkQuery(transfer, storedAnswers.get(transfer.id)));
  return null;
}

/**
 * Returns the ledger's verdict on the address.
 * The verdict is refetched when the address, the tag, the amount or an answer changes.
 */
export function useDestinationCheck(transfer: Transfer, enabled: boolean) {
  const [answers, setAnswers] = useBrowserState(() => storedAnswers.get(transfer.id), noAnswers);
  const query = useQuery({
    ...checkQuery(transfer, answers),
    enabled,
    refetchOnWindowFocus: true,
    // After another answer or amount, the previous verdict on the same address stays visible, so that the layout does
    // not jump.
    placeholderData: (previous) =>
      previous?.address === transfer.destinationAddress && previous.tag === transfer.destinationTag
        ? previous
        : undefined,
  });
  const { data } = query;
  return {
    enabled,
    data,
    /**
     * The time by this device's clock, because it is compared with other times of this device.
     * Null while `data` is the previous verdict.
     */
    checkedAt: query.isPlaceholderData ? null : query.dataUpdatedAt,
    error: query.error,
    checking: query.isFetching,
    checkAgain: () => void query.refetch(),
    stopped: data !== undefined && stops.includes(data.verdict),
    reasons: data?.reasons.filter(({ code }) => !besidesVerdict.includes(code)) ?? [],
    amountProblem: data?.reasons.find(({ code }) => code === 'amount_too_small')?.text,
    holds: data?.reasons.filter(({ code }) => code === 'hold' || code === 'hold_possible') ?? [],
    answers,
    answer(question: keyof Answers, value: boolean | undefined) {
      const { [question]: _, ...others } = answers;
      const next = value === undefined ? others : { ...others, [question]: value };
      setAnswers(next);
      storedAnswers.set(next, transfer.id);
    },
  };
}

export type DestinationCheckState = ReturnType<typeof useDestinationCheck>;
