import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, addressOf, type BodyFor, call, type Reply, readQuery } from '../lib/api/client.ts';

/** Who is signed in; `hasEnded` where that is over meanwhile, and the page waits as it was left. */
export type Session = Reply<'GET /api/operator/session'> & { hasEnded?: true };

/** Null where nobody was signed in. */
export const sessionQuery = queryOptions<Session | null>({
  queryKey: [addressOf('GET /api/operator/session')],
  queryFn: async (context) => (await readQuery('null')<Session>(context)) ?? readEnded(context.client),
});

function readEnded(client: QueryClient): Session | null {
  const session = client.getQueryData(sessionQuery.queryKey);
  return session ? { ...session, hasEnded: true } : null;
}

/**
 * Who is signed in, until any answer says that nobody is: the session has ended meanwhile, here or elsewhere. Of somebody
 * who is not known to be here, no other answer tells anything.
 */
export function useSession() {
  const client = useQueryClient();
  useEffect(() => {
    const look = (event: { type: string; action?: { type: string; error?: unknown } }) => {
      if (event.type !== 'updated' || event.action?.type !== 'error' || !isSignedOut(event.action.error)) return;
      const ended = readEnded(client);
      if (ended) client.setQueryData(sessionQuery.queryKey, ended);
    };
    const leave = [client.getQueryCache().subscribe(look), client.getMutationCache().subscribe(look)];
    return () => {
      for (const each of leave) each();
    };
  }, [client]);
  return useQuery(sessionQuery);
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'operator_required';
}

/** Signs somebody in; what was read for whoever signed out before is forgotten, but not what a waiting page shows. */
export async function signIn(client: QueryClient, given: BodyFor<'POST /api/operator/session'>): Promise<void> {
  await call('POST /api/operator/session', { body: given });
  if (!readEnded(client)) client.removeQueries({ type: 'inactive' });
  await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** Signs out, also where the session was over already; the page goes with it. */
export async function signOut(client: QueryClient): Promise<void> {
  try {
    await call('DELETE /api/operator/session');
  } catch (error) {
    if (!isSignedOut(error)) throw error;
  }
  client.setQueryData(sessionQuery.queryKey, null);
}

/** How often the session is read while an operator types, points or scrolls; what a page polls does not keep it. */
const keptEveryMs = 5 * 60_000;

/** Reads the session while somebody uses the page, which keeps it from ending for being idle. */
export function useKeptSession(): void {
  const client = useQueryClient();
  useEffect(() => {
    let readAt = Date.now();
    const keep = () => {
      if (Date.now() - readAt < keptEveryMs) return;
      readAt = Date.now();
      if (client.getQueryData(sessionQuery.queryKey)) void client.invalidateQueries(sessionQuery);
    };
    const signs = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const sign of signs) addEventListener(sign, keep, { passive: true });
    return () => {
      for (const sign of signs) removeEventListener(sign, keep);
    };
  }, [client]);
}
