import { type Exchange, type ExchangeId, exchanges } from '@xrp-bridge/contracts/exchanges';
import { useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { defineStored } from '../../lib/storage.ts';
import { type Flow, returnMarker } from './return-marker.ts';
import { changeTrip, isRecent, type Trip, type TripEvent, type TripStep } from './trip.ts';

/** An exchange that we know the address of. */
export type KnownExchange = Exchange & { domain: string; loginUrl: string };

export const knownExchanges = exchanges.filter(
  (one): one is KnownExchange => one.domain !== null && one.loginUrl !== null,
);

// The names of spec 1 §3. Together with the marker they are one trip; where one is missing or wrong, there is none.
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

/** The trip that this browser is on. What is too old, from the future or does not fit together is forgotten. */
export function readTrip(): Trip | null {
  const marker = returnMarker.get();
  const at = leftAt.get();
  const whole = marker && marker.exchange === currentExchange.get() && at !== null && isRecent(at, Date.now());
  if (!whole) return keep(null);
  const { exchange, flow } = marker;
  return { exchange, flow, leftAt: at, step: steps[exchange]?.get() ?? 'visiting' };
}

function keep(trip: Trip | null): Trip | null {
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

function tell(event: TripEvent): void {
  keep(changeTrip(readTrip(), event));
  for (const listener of listeners) listener();
}

/** To be called when a link to an exchange is followed: whoever comes back within an hour is led on in this flow. */
export function openExchange(exchange: ExchangeId, flow: Flow): void {
  tell({ type: 'opened', exchange, flow, at: Date.now() });
}

/** The person is here again. */
export function comeBack(): void {
  tell({ type: 'returned', at: Date.now() });
}

/** The flow goes on, or is given up. */
export function endTrip(): void {
  tell({ type: 'ended' });
}

/** The trip as it stands, also when another tab changes it. */
export function useTrip(): Trip | null {
  const [trip, setTrip] = useState(readTrip);
  useLayoutEffect(() => {
    const look = () => setTrip(readTrip());
    // The marker is written last: before that, the other tab has only begun to write.
    const unsubscribeStorage = returnMarker.subscribe(look);
    const unsubscribe = subscribe(look);
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

/** Whether a part of this page waits for the person itself, so that nothing else needs to welcome them. */
export function useIsAwaited(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hosts > 0,
    () => false,
  );
}

/** Waits for the person: calls `onBack` when this page is seen again, that is now, and whenever its tab is turned to. */
export function useBackFromExchange(onBack: () => void): void {
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') onBack();
  });
  useEffect(() => {
    const seen = () => look();
    addHosts(1);
    seen();
    document.addEventListener('visibilitychange', seen);
    return () => {
      addHosts(-1);
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);
}
