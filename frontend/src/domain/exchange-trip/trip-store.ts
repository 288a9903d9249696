import { type ExchangeSite, exchangeSites } from '@xrp-bridge/contracts/exchange-sites';
import { type Exchange, type ExchangeId, exchanges } from '@xrp-bridge/contracts/exchanges';
import { useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { defineStored } from '../../lib/storage.ts';
import { type Flow, returnMarker } from './return-marker.ts';
import { changeTrip, isRecent, type Trip, type TripEvent, type TripStep } from './trip.ts';

/** An exchange with its site. */
export type KnownExchange = Exchange & ExchangeSite;

export const knownExchanges: KnownExchange[] = exchanges.flatMap((exchange) => {
  const site = exchangeSites[exchange.id];
  return site ? [{ ...exchange, ...site }] : [];
});

// Spec 1 §3 defines these names. These values and the marker form one trip. If one of them is missing or invalid, there
// is no trip.
const currentExchange = defineStored('current_exchange', parseExchange, null);
const leftAt = defineStored('return_timestamp', parseTime, null);
const steps = Object.fromEntries(
  knownExchanges.map(({ id }) => [id, defineStored<TripStep | null>(`${id}_step`, parseStep, null)]),
);

function parseExchange(value: unknown): ExchangeId | null | undefined {
  return knownExchanges.find(({ id }) => id === value)?.id;
}

function parseTime(value: unknown): number | null | undefined {
  return Number.isSafeInteger(value) ? Number(value) : undefined;
}

function parseStep(value: unknown): TripStep | undefined {
  return value === 'visiting' || value === 'returned' ? value : undefined;
}

/** Reads this browser's trip. Deletes a trip that is too old, in the future or inconsistent. */
export function readTrip(): Trip | null {
  const marker = returnMarker.get();
  const at = leftAt.get();
  const whole = marker && marker.exchange === currentExchange.get() && at !== null && isRecent(at, Date.now());
  if (!whole) return storeTrip(null);
  const { exchange, flow } = marker;
  return { exchange, flow, leftAt: at, step: steps[exchange]?.get() ?? 'visiting' };
}

function storeTrip(trip: Trip | null): Trip | null {
  if (trip) {
    steps[trip.exchange]?.set(trip.step);
    currentExchange.set(trip.exchange);
    leftAt.set(trip.leftAt);
    returnMarker.set({ exchange: trip.exchange, flow: trip.flow, ready: true });
  } else {
    for (const stored of [returnMarker, currentExchange, leftAt]) stored.forget();
  }
  return trip;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function dispatch(event: TripEvent): void {
  storeTrip(changeTrip(readTrip(), event));
  for (const listener of listeners) listener();
}

/** Starts a trip when a link to an exchange is opened. A return within an hour continues in `flow`. */
export function openExchange(exchange: ExchangeId, flow: Flow): void {
  dispatch({ type: 'opened', exchange, flow, at: Date.now() });
}

/** Records that the customer has returned. */
export function comeBack(): void {
  dispatch({ type: 'returned', at: Date.now() });
}

/** Ends the trip, because the flow continues or is abandoned. */
export function endTrip(): void {
  dispatch({ type: 'ended' });
}

/** Returns the current trip. Changes by another tab are included. */
export function useTrip(): Trip | null {
  const [trip, setTrip] = useState(readTrip);
  useLayoutEffect(() => {
    const refresh = () => setTrip(readTrip());
    // Only the marker is observed. Another tab writes the marker last, when the other values are complete.
    const unsubscribeStorage = returnMarker.subscribe(refresh);
    const unsubscribe = subscribe(refresh);
    return () => {
      unsubscribeStorage();
      unsubscribe();
    };
  }, []);
  return trip;
}

let hosts = 0;

function addHosts(change: 1 | -1): void {
  hosts += change;
  for (const listener of listeners) listener();
}

/** Returns true if a mounted component welcomes the returning customer, so that no dialog is needed. */
export function useIsAwaited(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hosts > 0,
    () => false,
  );
}

/**
 * Calls `onBack` on mount if the tab is visible, and whenever the tab becomes visible.
 * The customer may have returned.
 */
export function useBackFromExchange(onBack: () => void): void {
  const onVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible') onBack();
  });
  useEffect(() => {
    const seen = () => onVisible();
    addHosts(1);
    seen();
    document.addEventListener('visibilitychange', seen);
    return () => {
      addHosts(-1);
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);
}
