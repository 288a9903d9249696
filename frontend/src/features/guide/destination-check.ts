import { type QueryKey, usePrefetchQuery, useQuery } from '@tanstack/react-query';
import type { DestinationReasonCode, Verdict } from '@xrp-bridge/contracts/ledger';
import { useState } from 'react';
import { isSwapped } from '../../domain/transfer/last-transfer.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { queryOf } from '../../lib/api/client.ts';
import { defineStored, fieldsOf } from '../../lib/storage.ts';

/** The three questions that foretell a hold; what is not answered counts as "may be". */
export type Answers = { [question in (typeof questions)[number]]?: boolean };

const questions = ['newAddress', 'passwordChanged', 'recentPurchase'] as const;

const givenAnswers = defineStored<Answers>(
  'answers',
  (value) => {
    const given = Object.entries(fieldsOf(value));
    const known = given.every(
      ([name, answer]) => questions.some((each) => each === name) && typeof answer === 'boolean',
    );
    return known ? Object.fromEntries(given) : undefined;
  },
  {},
);

/** Verdicts with which nothing should be sent to this address. */
const stops: readonly Verdict[] = ['invalid', 'blocked', 'exchange', 'tag_required'];

/** Reasons that are shown elsewhere than under the verdict. */
const besidesVerdict: readonly DestinationReasonCode[] = ['amount_too_small', 'hold', 'hold_possible'];

/** An answer older than this is asked for again when the person comes back from the exchange's tab. */
const freshMs = 60_000;

function checkQuery(transfer: Transfer, answers: Answers) {
  const { destinationAddress, destinationTag, sourceAmount, fromExchange, arrivals } = transfer;
  const asked = queryOf('GET /api/destination-check', {
    query: {
      address: destinationAddress,
      exchange: fromExchange,
      tag: destinationTag ?? undefined,
      amount: sourceAmount === '0' ? undefined : sourceAmount,
      ...answers,
    },
  });
  // What has arrived has changed the wallet: it is looked at again.
  const queryKey: QueryKey = [...asked.queryKey, arrivals.length];
  return { ...asked, queryKey, staleTime: freshMs };
}

/** True where there is an address, and it is the one that this browser gave. */
export function isCheckable({ id, destinationAddress }: Transfer): boolean {
  return destinationAddress !== 'pending' && destinationAddress !== 'hidden' && !isSwapped(id, [destinationAddress]);
}

/** Asks about the address of a transfer that {@link isCheckable} while its steps are on their way; shows nothing. */
export function CheckAhead({ transfer }: { transfer: Transfer }) {
  usePrefetchQuery(checkQuery(transfer, givenAnswers.get(transfer.id)));
  return null;
}

/** What the ledger says about where this transfer goes, asked again whenever address, tag, amount or an answer changes. */
export function useDestinationCheck(transfer: Transfer, enabled: boolean) {
  const [answers, setAnswers] = useState(() => givenAnswers.get(transfer.id));
  const query = useQuery({
    ...checkQuery(transfer, answers),
    enabled,
    refetchOnWindowFocus: true,
    // Another answer or amount asks about the same place: what is known of that stays, so that nothing jumps.
    placeholderData: (known) =>
      known?.address === transfer.destinationAddress && known.tag === transfer.destinationTag ? known : undefined,
  });
  const { data } = query;
  return {
    enabled,
    data,
    /** This device's clock, which may be wrong, but not by itself. */
    checkedAt: query.dataUpdatedAt,
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
      givenAnswers.set(next, transfer.id);
    },
  };
}

export type DestinationCheckState = ReturnType<typeof useDestinationCheck>;
