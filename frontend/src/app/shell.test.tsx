import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeApi, problem } from '../../test/fake-api.ts';
import { button, expectVisible, heading, link, text } from '../../test/locators.ts';
import { network } from '../../test/network.ts';
import { expectAccessible, open } from '../../test/open.tsx';
import { networkError, reply } from '../../test/overrides.ts';
import { address, id } from '../../test/replies.ts';
import { ApiError, describe as describeError, readQuery, request } from '../lib/api/client.ts';
import { toast } from '../ui/toast.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

describe('routes', () => {
  test('any other path: Page not found', async () => {
    await open('/no/such/page', api);
    await expect.element(heading('404 Page not found')).toBeVisible();
    await expectAccessible();
  });

  test('/checkout-old goes to /checkout with its query', async () => {
    const screen = await open(`/checkout-old?transferId=${id}`, api);
    await expect.poll(screen.path).toBe(`/checkout?transferId=${id}`);
  });

  test('going on moves the focus to the new heading and names the tab', async () => {
    const screen = await open('/no/such/page', api);
    await link('Back to home').click();
    await expect.element(screen.getByRole('heading', { level: 1, name: /Move your XRP home/ })).toHaveFocus();
    expect(document.title).toBe('Move your XRP home · XRP Bridge');
  });
});

describe('maintenance', () => {
  const closed = reply('GET /api/maintenance-status', { maintenanceMode: true });

  test('covers the application', async () => {
    const screen = await open('/', api, closed);
    await expectVisible(heading('Under maintenance'), /^Expected completion: soon\. There is nothing you have to do/);
    await expect.element(text(/Come back in a few minutes/)).toBeVisible();
    expect(screen.getByRole('radio').elements()).toEqual([]);
    await expectAccessible();
  });

  test('fills the width of a phone with its button', async () => {
    await page.viewport(360, 740);
    await open('/', api, closed);
    const tryAgain = button('Try again');
    await expect.element(tryAgain).toBeVisible();
    expect(tryAgain.element().clientWidth).toBeGreaterThan(270);
  });

  test.each(['/admin', '/admin/', '/Admin'])('never covers the operators’ page %s', async (path) => {
    await open(path, api, closed);
    await expect.element(heading('Sign in')).toBeVisible();
    expect(button('Ask the assistant').elements()).toEqual([]);
  });

  test('leaves a guide that is paid for readable', async () => {
    api.push({ status: 'instructions_sent', destinationAddress: address });
    const screen = await open('/start', api, closed);
    // The application is known to be closed.
    await expect.element(heading('Under maintenance')).toBeVisible();
    await screen.go(`/transfer/${id}`);
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
    await expect.element(heading('Under maintenance')).not.toBeInTheDocument();
  });

  test.each(['/admin/below', '/no/such/page'])('does not hide that there is no %s', async (path) => {
    await open(path, api, closed);
    await expect.element(heading('404 Page not found')).toBeVisible();
  });

  test('is over for whoever comes back to the page once it is', async () => {
    let maintenanceMode = true;
    const asked = reply('GET /api/maintenance-status', () => ({ maintenanceMode }));
    await open('/', api, asked);
    await expect.element(heading('Under maintenance')).toBeVisible();
    maintenanceMode = false;
    dispatchEvent(new Event('visibilitychange'));
    await expect.element(heading(/Move your XRP home/)).toBeVisible();
  });

  test('a check that fails closes nothing', async () => {
    await open('/', api, networkError('GET /api/maintenance-status'));
    await expect.element(heading(/Move your XRP home/)).toBeVisible();
  });
});

describe('header', () => {
  test('says Sandbox where no money moves', async () => {
    const screen = await open('/', api);
    await expect.element(screen.getByRole('banner').getByText('Sandbox')).toBeVisible();
  });

  test('the product’s name is the configured one', async () => {
    api.config = { ...api.config, productName: 'Harbour' };
    await open('/', api);
    await expect.element(link('Harbour')).toBeVisible();
  });

  test.each([360, 768, 1280])('at %s px it leads back to the transfer of this browser, in one line', async (width) => {
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
  ])('leads to where the open transfer goes on (paid: %s)', async (paid, place) => {
    const waiting = { id, paid, fromExchange: 'coinbase', toWallet: 'xumm' };
    localStorage.setItem('xrp-bridge:open-transfer', JSON.stringify(waiting));
    localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify('f'.repeat(32)));
    await open('/no/such/page', api);
    await expect.element(link('My transfer')).toHaveAttribute('href', place);
  });

  test('does not lead to where one is: the name stands there instead', async () => {
    localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify(id));
    const screen = await open(`/transfer/${id}`, api);
    const header = screen.getByRole('banner');
    await expect.element(header.getByText('Sandbox')).toBeVisible();
    expect(header.getByRole('link', { name: 'My transfer' }).elements()).toEqual([]);
  });

  test('leads nowhere else while somebody pays', async () => {
    localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify(id));
    const screen = await open(`/checkout?transfer=${id}`, api);
    await expect.element(screen.getByRole('banner').getByText('Sandbox')).toBeVisible();
    expect(link('My transfer').elements()).toEqual([]);
  });

  test('the chosen colours are kept', async () => {
    await open('/', api);
    await button('Use dark colors').click();
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(localStorage.getItem('xrp-bridge:theme')).toBe('"dark"');
    await button('Use light colors').click();
    expect(document.documentElement.dataset.theme).toBe('light');
  });

  test('on a phone the links are in a menu', async () => {
    await page.viewport(360, 740);
    await open('/', api);
    await expect.element(link('Fees')).not.toBeInTheDocument();
    await button('Open the menu').click();
    await expect.element(link('Fees')).toBeVisible();
    await expectAccessible();
    await link('Fees').click();
    await expect.element(link('Fees')).not.toBeInTheDocument();
  });

  test.each([360, 768, 1280])('nothing is wider than %s px', async (width) => {
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
  test(`${spec('4.24')} one at a time, with a button to dismiss, reached by F8`, async () => {
    await open('/', api);
    toast({ title: 'First' });
    await expect.element(text('First')).toBeVisible();
    toast({ title: 'Second', description: 'More', variant: 'destructive' });
    // Its own words alone: what is read out has more. The pointer holds it for as long as the rest takes.
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

  test('on a phone it stands at the foot, and covers no heading', async () => {
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

  test(`${spec('4.24')} closes by itself`, async () => {
    const screen = await open('/', api);
    // The pointer would hold it.
    await screen.getByRole('heading', { level: 1 }).hover();
    toast({ title: 'Passing' });
    await expect.element(text('Passing')).toBeVisible();
    await expect.element(text('Passing')).not.toBeInTheDocument();
  });
});

describe('the client', () => {
  test(`${spec('8.20')} an answer that is not OK is an error of the form status: body`, async () => {
    network.use(http.get('/api/broken', () => new HttpResponse('no tea', { status: 418 })));
    await expect(request('GET', '/api/broken')).rejects.toThrow('418: no tea');
  });

  test('an empty body takes the status text', async () => {
    network.use(http.get('/api/broken', () => new HttpResponse(null, { status: 502, statusText: 'Bad Gateway' })));
    await expect(request('GET', '/api/broken')).rejects.toThrow('502: Bad Gateway');
  });

  test('screens get the server’s words, or their own', async () => {
    network.use(http.get('/api/broken', () => problem('rate_limited', { detail: 'Slowly, please.' })));
    const error = await request('GET', '/api/broken').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(describeError(error, 'Ours')).toBe('Slowly, please.');
    network.use(http.get('/api/broken', () => problem('internal')));
    const plain = await request('GET', '/api/broken').catch((thrown: unknown) => thrown);
    expect(describeError(plain, 'Ours')).toBe('Something went wrong on our side.');
    expect(describeError(new TypeError('offline'), 'Ours')).toBe('Ours');
  });

  test('a JSON content type and body only where there is a body', async () => {
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

  test('a 401 throws, or reads as nothing where that is asked for', async () => {
    network.use(http.get('/api/mine', () => problem('operator_required')));
    const context = { queryKey: ['/api/mine'], signal: new AbortController().signal, meta: undefined } as never;
    await expect(readQuery()(context)).rejects.toThrow(/^401: /);
    await expect(readQuery('null')(context)).resolves.toBeNull();
  });
});
