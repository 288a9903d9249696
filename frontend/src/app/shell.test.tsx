import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeApi, problem } from '../../test/fake-api.ts';
import { button, expectVisible, heading, link, text } from '../../test/locators.ts';
import { network } from '../../test/network.ts';
import { expectAccessible, open } from '../../test/open.tsx';
import { networkError, noReply, reply } from '../../test/overrides.ts';
import { address, id } from '../../test/replies.ts';
import { ApiError, describe as describeError, readQuery, request } from '../lib/api/client.ts';
import { toast } from '../ui/toast.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

describe('routes', () => {
  test('show “Page not found” for an unknown path', async () => {
    await open('/no/such/page', api);
    await expect.element(heading('404 Page not found')).toBeVisible();
    await expectAccessible();
  });

  test('redirect /checkout-old to /checkout, with the query', async () => {
    const screen = await open(`/checkout-old?transferId=${id}`, api);
    await expect.poll(screen.path).toBe(`/checkout?transferId=${id}`);
  });

  test('focus the new page’s heading after a navigation, and set the document title', async () => {
    const screen = await open('/no/such/page', api);
    await link('Back to home').click();
    await expect.element(screen.getByRole('heading', { level: 1, name: /Move your XRP home/ })).toHaveFocus();
    expect(document.title).toBe('Move your XRP home · XRP Bridge');
  });
});

describe('parts that no visitor waits for', () => {
  test('are loaded only after the page’s own data has come', async () => {
    const transfer = noReply('GET /api/transfers/{id}');
    await open(`/checkout?transfer=${id}`, api, transfer);
    await expect.element(text(/^Loading your transfer/)).toBeVisible();
    await expect.element(link('help@bridge.test')).toBeVisible();
    expect(button('Ask the assistant').elements()).toEqual([]);
    transfer.end();
    await expect.element(button('Ask the assistant')).toBeVisible();
  });
});

describe('maintenance mode', () => {
  const closed = reply('GET /api/maintenance-status', { maintenanceMode: true });

  test('replaces the page with a maintenance notice', async () => {
    const screen = await open('/', api, closed);
    await expectVisible(heading('Under maintenance'), /^Expected completion: soon\. You don’t need to do anything/);
    await expect.element(text(/Come back in a few minutes/)).toBeVisible();
    expect(screen.getByRole('radio').elements()).toEqual([]);
    await expectAccessible();
  });

  test('shows a retry button of nearly full width on a phone', async () => {
    await page.viewport(360, 740);
    await open('/', api, closed);
    const tryAgain = button('Try again');
    await expect.element(tryAgain).toBeVisible();
    expect(tryAgain.element().clientWidth).toBeGreaterThan(270);
  });

  test.each(['/admin', '/admin/', '/Admin'])('does not replace the operators’ page %s', async (path) => {
    await open(path, api, closed);
    await expect.element(heading('Sign in')).toBeVisible();
    expect(button('Ask the assistant').elements()).toEqual([]);
  });

  test('does not hide a paid guide', async () => {
    api.push({ status: 'instructions_sent', destinationAddress: address });
    const screen = await open('/start', api, closed);
    // The test waits until the maintenance status is loaded.
    await expect.element(heading('Under maintenance')).toBeVisible();
    await screen.go(`/transfer/${id}`);
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
    await expect.element(heading('Under maintenance')).not.toBeInTheDocument();
  });

  test.each(['/admin/below', '/no/such/page'])('does not hide the not-found page at %s', async (path) => {
    await open(path, api, closed);
    await expect.element(heading('404 Page not found')).toBeVisible();
  });

  test('no longer replaces the page once the tab becomes visible after the end of the maintenance', async () => {
    let maintenanceMode = true;
    const status = reply('GET /api/maintenance-status', () => ({ maintenanceMode }));
    await open('/', api, status);
    await expect.element(heading('Under maintenance')).toBeVisible();
    maintenanceMode = false;
    dispatchEvent(new Event('visibilitychange'));
    await expect.element(heading(/Move your XRP home/)).toBeVisible();
  });

  test('hides no page when the status check fails', async () => {
    await open('/', api, networkError('GET /api/maintenance-status'));
    await expect.element(heading(/Move your XRP home/)).toBeVisible();
  });
});

describe('header', () => {
  test('shows “Sandbox” in sandbox mode', async () => {
    const screen = await open('/', api);
    await expect.element(screen.getByRole('banner').getByText('Sandbox')).toBeVisible();
  });

  test('shows the configured product name', async () => {
    api.config = { ...api.config, productName: 'Harbour' };
    await open('/', api);
    await expect.element(link('Harbour')).toBeVisible();
  });

  test.each([360, 768, 1280])('at %s px shows the link to this browser’s last transfer on one line', async (width) => {
    await page.viewport(width, 740);
    localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify(id));
    const screen = await open('/', api);
    const header = screen.getByRole('banner');
    const link = header.getByRole('link', { name: 'My transfer' });
    await expect.element(link).toHaveAttribute('href', `/transfer/${id}`);
    await expectVisible(link, header.getByText('Sandbox'));
    await expect.element(header.getByRole('link', { name: 'XRP Bridge' })).toBeInTheDocument();
    const { width: wide, height } = link.element().getBoundingClientRect();
    expect(Math.min(wide, height)).toBeGreaterThanOrEqual(44);
    expect(header.element().getBoundingClientRect().height).toBe(69);
    expect(document.documentElement.scrollWidth).toBe(width);
  });

  test.each([
    [true, `/transfer/${id}`],
    [false, `/checkout?transfer=${id}`],
  ])(
    'links to the guide of a paid transfer, or to the checkout of an unpaid transfer (paid: %s)',
    async (paid, place) => {
      const waiting = { id, paid, fromExchange: 'coinbase', toWallet: 'xumm' };
      localStorage.setItem('xrp-bridge:open-transfer', JSON.stringify(waiting));
      localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify('f'.repeat(32)));
      await open('/no/such/page', api);
      await expect.element(link('My transfer')).toHaveAttribute('href', place);
    },
  );

  test('has no link to the current page', async () => {
    localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify(id));
    const screen = await open(`/transfer/${id}`, api);
    const header = screen.getByRole('banner');
    await expect.element(header.getByText('Sandbox')).toBeVisible();
    expect(header.getByRole('link', { name: 'My transfer' }).elements()).toEqual([]);
  });

  test('has no link to the transfer during checkout', async () => {
    localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify(id));
    const screen = await open(`/checkout?transfer=${id}`, api);
    await expect.element(screen.getByRole('banner').getByText('Sandbox')).toBeVisible();
    expect(link('My transfer').elements()).toEqual([]);
  });

  test('stores the chosen theme', async () => {
    await open('/', api);
    await button('Switch to dark mode').click();
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(localStorage.getItem('xrp-bridge:theme')).toBe('"dark"');
    await button('Switch to light mode').click();
    expect(document.documentElement.dataset.theme).toBe('light');
  });

  test('shows its links in a menu on a phone', async () => {
    await page.viewport(360, 740);
    await open('/', api);
    await expect.element(link('Fees')).not.toBeInTheDocument();
    await button('Open the menu').click();
    await expect.element(link('Fees')).toBeVisible();
    await expectAccessible();
    await link('Fees').click();
    await expect.element(link('Fees')).not.toBeInTheDocument();
  });

  test.each([360, 768, 1280])('does not make a page wider than %s px', async (width) => {
    await page.viewport(width, 800);
    for (const path of ['/', '/transfer', '/?from=cryptocom&to=trust&view=confirm', `/checkout?transfer=${id}`]) {
      const screen = await open(path, api);
      await expect.element(screen.getByRole('heading').first()).toBeInTheDocument();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await screen.unmount();
    }
  });
});

describe('toasts', () => {
  test(`${spec('4.24')} are shown one at a time, have a dismiss button, and get the focus after F8`, async () => {
    await open('/', api);
    toast({ title: 'First' });
    await expect.element(text('First')).toBeVisible();
    toast({ title: 'Second', description: 'More', variant: 'destructive' });
    // The match is exact, because the toast's copy for screen readers has a longer text. Hovering stops the toast's
    // timer.
    await text('Second').hover();
    await expect.element(text('Second')).toBeVisible();
    await expect.element(text('First')).not.toBeInTheDocument();
    await expectAccessible();
    await userEvent.keyboard('{F8}');
    await expect
      .poll(() => document.activeElement?.closest('[role=region]')?.getAttribute('aria-label'))
      .toBe('Notifications (F8)');
    await button('Dismiss').click();
    await expect.element(text('Second')).not.toBeInTheDocument();
  });

  test('are at the bottom of a phone’s window and do not cover the heading', async () => {
    await page.viewport(360, 740);
    await open('/', api);
    toast({ title: 'Passing' });
    const words = text('Passing');
    await expect.element(words).toBeVisible();
    const box = words.element().closest('li') as HTMLElement;
    const place = box.offsetParent?.getBoundingClientRect();
    expect(place?.bottom).toBe(740);
    expect(place?.top).toBeGreaterThan(740 / 2);
  });

  test(`${spec('4.24')} disappear after their duration`, async () => {
    const screen = await open('/', api);
    // The pointer must not be over the toast, because hovering stops the toast's timer.
    await screen.getByRole('heading', { level: 1 }).hover();
    toast({ title: 'Passing' });
    await expect.element(text('Passing')).toBeVisible();
    await expect.element(text('Passing')).not.toBeInTheDocument();
  });
});

describe('API client', () => {
  test(`${spec('8.20')} throws “status: body” for an error response`, async () => {
    network.use(http.get('/api/broken', () => new HttpResponse('no tea', { status: 418 })));
    await expect(request('GET', '/api/broken')).rejects.toThrow('418: no tea');
  });

  test('throws the status text for an error response without a body', async () => {
    network.use(http.get('/api/broken', () => new HttpResponse(null, { status: 502, statusText: 'Bad Gateway' })));
    await expect(request('GET', '/api/broken')).rejects.toThrow('502: Bad Gateway');
  });

  test('describes a problem document by its message, and any other error by the caller’s fallback', async () => {
    network.use(http.get('/api/broken', () => problem('rate_limited', { detail: 'Slowly, please.' })));
    const error = await request('GET', '/api/broken').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(describeError(error, 'Ours')).toBe('Slowly, please.');
    network.use(http.get('/api/broken', () => problem('internal')));
    const plain = await request('GET', '/api/broken').catch((thrown: unknown) => thrown);
    expect(describeError(plain, 'Ours')).toBe('Something went wrong on our side.');
    expect(describeError(new TypeError('offline'), 'Ours')).toBe('Ours');
  });

  test('sets the JSON content type only for a request with a body', async () => {
    const seen: (string | null)[] = [];
    network.use(
      http.post('/api/echo', async ({ request }) => {
        seen.push(request.headers.get('content-type'), await request.text());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await request('POST', '/api/echo');
    await request('POST', '/api/echo', { body: { a: 1 } });
    expect(seen).toEqual([null, '', 'application/json', '{"a":1}']);
  });

  test('throws for a 401 by default, and returns null if the caller requests null', async () => {
    network.use(http.get('/api/mine', () => problem('operator_required')));
    const context = { queryKey: ['/api/mine'], signal: new AbortController().signal, meta: undefined } as never;
    await expect(readQuery()(context)).rejects.toThrow(/^401: /);
    await expect(readQuery('null')(context)).resolves.toBeNull();
  });
});
