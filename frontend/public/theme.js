// See src/ui/theme.ts
{
  const page = document.documentElement.dataset;
  const stored = (name) => localStorage.getItem(`xrp-bridge:${name}`);
  try {
    if (stored('open-transfer')) page.waiting = '';
    // See src/features/guide/guide-page.tsx
    const [, id] = /^\/transfer\/([0-9a-f]{32})\/?$/i.exec(location.pathname) ?? [];
    if (id && stored(`step:${id}`)) {
      const href = `/api/transfer-instructions/${id}`;
      const link = { rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials', href };
      document.head.append(Object.assign(document.createElement('link'), link));
    }
    const theme = JSON.parse(stored('theme'));
    if (theme === 'light' || theme === 'dark') page.theme = theme;
    // See src/features/checkout/api.ts
    const transfer = JSON.parse(stored('open-transfer'));
    if (transfer?.paid === false && location.pathname + location.search === `/checkout?transfer=${transfer.id}`) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ transferId: transfer.id });
      const options = { method: 'POST', headers, body, signal: AbortSignal.timeout(20000) };
      window.startedIntent = { transferId: transfer.id, response: fetch('/api/create-payment-intent', options) };
    }
  } catch {
    // Storage is off.
  }
  const onError = ({ target, filename = '' }) => {
    const unread = document.readyState !== 'complete' && filename.includes('/assets/');
    if (target.type === 'module' || unread) failed.hidden = false;
  };
  addEventListener('error', onError, true);
}
