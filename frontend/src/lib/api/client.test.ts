import { HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { FakeApi } from '../../../test/fake-api.ts';
import { network } from '../../../test/network.ts';
import { id } from '../../../test/replies.ts';
import { cacheTransfer, transferQuery } from '../../domain/transfer/transfers.ts';
import { addressOf, call, createQueryClient, queryOf } from './client.ts';

test('an older answer to a GET does not overwrite a newer live update of the same transfer', async () => {
  const client = createQueryClient();
  const { transfer } = new FakeApi();
  const newer = { ...transfer, status: 'instructions_sent' as const, version: transfer.version + 1 };
  const answered = Promise.withResolvers<typeof transfer>();
  const query = transferQuery(transfer.id);
  const fetched = client.fetchQuery({ ...query, queryFn: () => answered.promise });
  cacheTransfer(client, newer);
  answered.resolve(transfer);
  await fetched;
  expect(client.getQueryData(query.queryKey)).toEqual(newer);
});

describe('API route call', () => {
  const body = { transferId: id, email: 'ann@example.com', reason: 'stripe_pending_notification' } as const;

  test('builds the URL from the route’s name, parameters and query', () => {
    expect(addressOf('GET /api/config')).toBe('/api/config');
    expect(addressOf('GET /api/transfers/{id}', { params: { id: '../a b' } })).toBe('/api/transfers/..%2Fa%20b');
    expect(
      addressOf('GET /api/destination-check', { query: { address: 'r1', tag: undefined, newAddress: false } }),
    ).toBe('/api/destination-check?address=r1&newAddress=false');
  });

  test('uses its URL as the query key', () => {
    expect(queryOf('GET /api/transfers/{id}', { params: { id } }).queryKey).toEqual([`/api/transfers/${id}`]);
  });

  test('sends the body and returns the response', async () => {
    const sent: unknown[] = [];
    network.use(
      http.post('/api/save-contact', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ ok: true });
      }),
    );
    await expect(call('POST /api/save-contact', { body })).resolves.toEqual({ ok: true });
    expect(sent).toEqual([body]);
  });

  test('starts a new trace for each action of a user, and none for a read', async () => {
    const sent: (string | null)[] = [];
    const answerWith = (reply: object) => (called: { request: Request }) => {
      sent.push(called.request.headers.get('traceparent'));
      return HttpResponse.json(reply);
    };
    network.use(
      http.post('/api/save-contact', answerWith({ ok: true })),
      http.get('/api/transfers/:id', answerWith(new FakeApi().transfer)),
    );
    await call('POST /api/save-contact', { body });
    await call('POST /api/save-contact', { body });
    await call('GET /api/transfers/{id}', { params: { id } });
    const created = expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(sent).toEqual([created, created, null]);
    expect(sent[0]).not.toBe(sent[1]);
  });

  test('is repeated after 503 with a short Retry-After, at most twice', async () => {
    let sent = 0;
    const refuseFirst = (refusals: number) =>
      http.post('/api/save-contact', () => {
        const isRefused = sent++ < refusals;
        return isRefused
          ? HttpResponse.json({ code: 'service_unavailable' }, { status: 503, headers: { 'retry-after': '0.01' } })
          : HttpResponse.json({ ok: true });
      });
    network.use(refuseFirst(2));
    await expect(call('POST /api/save-contact', { body })).resolves.toEqual({ ok: true });
    expect(sent).toBe(3);
    sent = 0;
    network.use(refuseFirst(3));
    await expect(call('POST /api/save-contact', { body })).rejects.toMatchObject({ status: 503 });
    expect(sent).toBe(3);
  });

  test('is not repeated after 503 with a long Retry-After', async () => {
    let sent = 0;
    network.use(
      http.post('/api/save-contact', () => {
        sent++;
        return HttpResponse.json({ code: 'maintenance' }, { status: 503, headers: { 'retry-after': '300' } });
      }),
    );
    await expect(call('POST /api/save-contact', { body })).rejects.toMatchObject({ status: 503 });
    expect(sent).toBe(1);
  });

  test('is aborted at once during the pause before a repeat', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    network.use(
      http.post('/api/save-contact', () =>
        HttpResponse.json({ code: 'service_unavailable' }, { status: 503, headers: { 'retry-after': '10' } }),
      ),
    );
    const leaving = new AbortController();
    const called = call('POST /api/save-contact', { body, signal: leaving.signal });
    const isAborted = expect(called).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    leaving.abort();
    await isAborted;
  });

  test('does not compile with an unknown route or a wrong input', () => {
    const mistakes = async () => {
      // @ts-expect-error: no such route exists
      await call('GET /api/transfer');
      // @ts-expect-error: the transfer's id is missing
      await call('GET /api/transfers/{id}');
      // @ts-expect-error: the route takes no body
      await call('GET /api/config', { body: {} });
      // @ts-expect-error: the wallet is missing
      await call('POST /api/transfers', { body: { fromExchange: 'kraken', serviceFee: '4.00' } });
      // @ts-expect-error: only a GET is a query
      queryOf('POST /api/transfers/{id}/complete', { params: { id } });
    };
    expect(mistakes).toBeTypeOf('function');
  });
});

describe('cached transfer', () => {
  const client = createQueryClient();
  const cached = () => client.getQueryData(transferQuery(id).queryKey);
  const answer = (version: number, mine = true) => ({ ...new FakeApi().transfer, version, mine });

  test('is not replaced by an older version', () => {
    cacheTransfer(client, answer(2));
    cacheTransfer(client, answer(1));
    expect(cached()?.version).toBe(2);
    cacheTransfer(client, answer(3));
    expect(cached()?.version).toBe(3);
  });

  test('is replaced by the same version when this browser becomes the owner', () => {
    cacheTransfer(client, answer(5, false));
    cacheTransfer(client, answer(5));
    expect(cached()?.mine).toBe(true);
  });
});
