import { describe, expect, it } from 'vitest';
import { isOperatorPath, pageAt, pages } from '../src/pages.ts';

describe('pageAt', () => {
  it.each([
    ['/', pages.home],
    ['/transfer', pages.transfer],
    ['/transfer/', pages.transfer],
    ['/Transfer-Flow', pages.transferFlow],
    ['/transfer/0123', pages.guide],
    ['/concierge/dashboard', pages.conciergeDashboard],
    ['/admin/', pages.admin],
    ['/transfer//0123', undefined],
    ['/transfer/0123/more', undefined],
    ['/admin/below', undefined],
    ['/administrator', undefined],
  ])('returns the page at %s, or undefined if no page has this path', (pathname, page) => {
    expect(pageAt(pathname)).toBe(page);
  });

  it('is fast even for a path of 100,000 slashes', () => {
    expect(pageAt(`/${'/'.repeat(100_000)}x`)).toBeUndefined();
  });
});

describe('isOperatorPath', () => {
  it.each(['/admin', '/admin/', '/ADMIN', '/admin/below', '/admin-bypass', '/get-ip/x/y'])(
    'is true for %s',
    (pathname) => {
      expect(isOperatorPath(pathname)).toBe(true);
    },
  );

  it.each(['/', '/administrator', '/transfer/admin', '/concierge', '/no/such/page'])('is false for %s', (pathname) => {
    expect(isOperatorPath(pathname)).toBe(false);
  });
});

describe('the list of pages:', () => {
  const pathsWhere = (predicate: (page: (typeof pages)['home']) => boolean) =>
    Object.values(pages)
      .filter(predicate)
      .map(({ path }) => path);

  it('no two pages have the same path', () => {
    expect(new Set(Object.values(pages).map(({ path }) => path)).size).toBe(Object.keys(pages).length);
  });

  it('the transfer assistant is on exactly the pages that the specification lists', () => {
    expect(pathsWhere(({ assistant }) => assistant)).toEqual(['/', '/transfer', '/transfer-flow']);
  });

  it('the chat is on every customer page except its own, and on no operator page', () => {
    expect(pathsWhere((page) => page.chat !== (!isOperatorPath(page.path) && page !== pages.assistant))).toEqual([]);
  });

  it('payment pages, guide pages and operator pages have no ads', () => {
    const { start, transferFlow, guide, checkout, checkoutFailed, checkoutSuccess, resume } = pages;
    for (const page of [start, transferFlow, guide, checkout, checkoutFailed, checkoutSuccess, resume]) {
      expect(page.ads).toBe(false);
    }
    expect(pathsWhere(({ ads, path }) => ads && isOperatorPath(path))).toEqual([]);
  });
});
