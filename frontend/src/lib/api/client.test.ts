import { HttpResponse, http } from 'msw';
import { describe, expect, test } from 'vitest';
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

describe('a call of the contracts', () => {
  test('goes where its name says, with what it is about and what it asks', () => {
    expect(addressOf('GET /api/config')).toBe('/api/config');
    expect(addressOf('GET /api/transfers/{id}', { params: { id: '../a b' } })).toBe('/api/transfers/..%2Fa%20b');
    expect(
      addressOf('GET /api/destination-check', { query: { address: 'r1', tag: undefined, newAddress: false } }),
    ).toBe('/api/destination-check?address=r1&newAddress=false');
  });

  test('is known to the queries under the address it is read from', () => {
    expect(queryOf('GET /api/transfers/{id}', { params: { id } }).queryKey).toEqual([`/api/transfers/${id}`]);
  });

  test('sends its body, and answers the reply', async () => {
    const sent: unknown[] = [];
    network.use(
      http.post('/api/save-contact', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ ok: true });
      }),
    );
    const body = { transferId: id, email: 'ann@example.com', reason: 'stripe_pending_notification' } as const;
    await expect(call('POST /api/save-contact', { body })).resolves.toEqual({ ok: true });
    expect(sent).toEqual([body]);
  });

  test('is not compiled when it is no such call, or takes something else', () => {
    const mistakes = async () => {
      // @ts-expect-error: there is no such call
      await call('GET /api/transfer');
      // @ts-expect-error: whose transfer?
      await call('GET /api/transfers/{id}');
      // @ts-expect-error: it takes no body
      await call('GET /api/config', { body: {} });
      // @ts-expect-error: the wallet is missing
      await call('POST /api/transfers', { body: { fromExchange: 'kraken', serviceFee: '4.00' } });
      // @ts-expect-error: only what is read is a query
      queryOf('POST /api/transfers/{id}/complete', { params: { id } });
    };
    expect(mistakes).toBeTypeOf('function');
  });
});

describe('what is known of a transfer', () => {
  const client = createQueryClient();
  const known = () => client.getQueryData(transferQuery(id).queryKey);
  const answer = (version: number, mine = true) => ({ ...new FakeApi().transfer, version, mine });

  test('is never replaced by an answer that was overtaken', () => {
    cacheTransfer(client, answer(2));
    cacheTransfer(client, answer(1));
    expect(known()?.version).toBe(2);
    cacheTransfer(client, answer(3));
    expect(known()?.version).toBe(3);
  });

  test('is replaced by the same one as its owner sees it', () => {
    cacheTransfer(client, answer(5, false));
    cacheTransfer(client, answer(5));
    expect(known()?.mine).toBe(true);
  });
});
