import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { pages } from '@xrp-bridge/contracts/pages';
import { useEffect } from 'react';
import { ApiError, addressOf, type BodyFor, call, type Reply, readQuery } from '../lib/api/client.ts';

/**
 * An operator's session.
 * After its end `hasEnded` is true, and the page stays unchanged until the next sign-in.
 */
export type Session = Reply<'GET /api/operator/session'> & { hasEnded?: true };

/** The query's result is null without a session. */
export const sessionQuery = queryOptions<Session | null>({
  queryKey: [addressOf('GET /api/operator/session')],
  queryFn: async (context) => {
    const session = await readQuery('null')<Session>(context);
    if (session && isAnotherOperators(session, context.client.getQueryData(sessionQuery.queryKey))) {
      // A new document contains nothing that the previous operator read or typed. Until it loads, the page does not
      // change.
      location.replace(pages.admin.path);
      return new Promise<never>(() => {});
    }
    return session ?? readEnded(context.client);
  },
});

/**
 * Returns whether a session belongs to another operator than the previous one.
 * The first owner's name changes during a session when the second factor is set up, so the ids are compared too.
 */
function isAnotherOperators(session: Session, previous: Session | null | undefined): boolean {
  return previous != null && session.id !== previous.id && session.name !== previous.name;
}

function readEnded(client: QueryClient): Session | null {
  const session = client.getQueryData(sessionQuery.queryKey);
  return session ? { ...session, hasEnded: true } : null;
}

/**
 * Returns the session, and marks it as ended after any response with the code `operator_required`.
 * If there is no session, there is nothing to mark.
 */
export function useSession() {
  const client = useQueryClient();
  useEffect(() => {
    const markEnded = (event: { type: string; action?: { type: string; error?: unknown } }) => {
      if (event.type !== 'updated' || event.action?.type !== 'error' || !isSignedOut(event.action.error)) return;
      const ended = readEnded(client);
      if (ended) client.setQueryData(sessionQuery.queryKey, ended);
    };
    const leave = [client.getQueryCache().subscribe(markEnded), client.getMutationCache().subscribe(markEnded)];
    return () => {
      for (const each of leave) each();
    };
  }, [client]);
  return useQuery(sessionQuery);
}

/**
 * Deletes what the operator has read from the tab's memory after a sign-out.
 * After a session that has ended, the page stays as it was until the next sign-in.
 */
export function useRemovalAfterSignOut(session: Session | null): void {
  const client = useQueryClient();
  const isKnown = session !== null;
  useEffect(() => {
    if (!isKnown) return;
    // React unmounts the page before it runs this cleanup, so the page's queries are inactive by then.
    return () => {
      if (client.getQueryData(sessionQuery.queryKey) !== null) return;
      client.removeQueries({ type: 'inactive' });
      // The results of mutations may be secrets, such as one-time passwords.
      client.getMutationCache().clear();
    };
  }, [client, isKnown]);
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'operator_required';
}

/** Signs in. If the tab shows the page of another operator, opens `/admin` in a new document. */
export async function signIn(client: QueryClient, given: BodyFor<'POST /api/operator/session'>): Promise<void> {
  await call('POST /api/operator/session', { body: given });
  await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** Signs out, even if the session has already ended. The sign-out unmounts the page. */
export async function signOut(client: QueryClient): Promise<void> {
  try {
    await call('DELETE /api/operator/session');
  } catch (error) {
    if (!isSignedOut(error)) throw error;
  }
  client.setQueryData(sessionQuery.queryKey, null);
}

/**
 * The minimum interval between two reads of the session that prolong it.
 * Polling requests do not prolong the session.
 */
const renewalMs = 5 * 60_000;

/** Reads the session while the operator uses the page. This prevents the session's end by inactivity. */
export function useSessionRenewal(): void {
  const client = useQueryClient();
  useEffect(() => {
    let readAt = Date.now();
    const renew = () => {
      if (Date.now() - readAt < renewalMs) return;
      readAt = Date.now();
      if (client.getQueryData(sessionQuery.queryKey)) void client.invalidateQueries(sessionQuery);
    };
    const signs = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const sign of signs) addEventListener(sign, renew, { passive: true });
    return () => {
      for (const sign of signs) removeEventListener(sign, renew);
    };
  }, [client]);
}
