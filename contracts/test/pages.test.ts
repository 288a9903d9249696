import { describe, expect, it } from 'vitest';
import { isOperatorPath, pageAt, pages } from '../src/pages.ts';

describe('the page at an address', () => {
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
  ])('%s', (pathname, page) => {
    expect(pageAt(pathname)).toBe(page);
  });

  it('is found in no time, however long the address', () => {
    expect(pageAt(`/${'/'.repeat(100_000)}x`)).toBeUndefined();
  });
});

describe('what is the operators’', () => {
  it.each(['/admin', '/admin/', '/ADMIN', '/admin/below', '/admin-bypass', '/get-ip/x/y'])('%s', (pathname) => {
    expect(isOperatorPath(pathname)).toBe(true);
  });

  it.each(['/', '/administrator', '/transfer/admin', '/concierge', '/no/such/page'])('not %s', (pathname) => {
    expect(isOperatorPath(pathname)).toBe(false);
  });
});

describe('the facts of a page', () => {
  const named = (fact: (page: (typeof pages)['home']) => boolean) =>
    Object.values(pages)
      .filter(fact)
      .map(({ path }) => path);

  it('no two are at one address', () => {
    expect(new Set(Object.values(pages).map(({ path }) => path)).size).toBe(Object.keys(pages).length);
  });

  it('the transfer assistant floats where the specification has it', () => {
    expect(named(({ assistant }) => assistant)).toEqual(['/', '/transfer', '/transfer-flow']);
  });

  it('the chat is offered on every page of customers but its own, and on no other', () => {
    expect(named((page) => page.chat !== (page.area === 'customer' && page !== pages.assistant))).toEqual([]);
  });

  it('no ad stands where somebody pays, or reads an address or a step, nor at the operators’', () => {
    const { start, transferFlow, guide, checkout, checkoutFailed, checkoutSuccess, resume } = pages;
    for (const page of [start, transferFlow, guide, checkout, checkoutFailed, checkoutSuccess, resume]) {
      expect(page.ads).toBe(false);
    }
    expect(named(({ ads, area }) => ads && area === 'operator')).toEqual([]);
  });
});
