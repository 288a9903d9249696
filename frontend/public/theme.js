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
  } catch {
    // Storage is off.
  }
  const onError = ({ target, filename = '' }) => {
    const unread = document.readyState !== 'complete' && filename.includes('/assets/');
    if (target.type === 'module' || unread) failed.hidden = false;
  };
  addEventListener('error', onError, true);
}
