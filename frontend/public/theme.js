// See src/shared/ui/theme.ts
{
  const page = document.documentElement.dataset;
  const kept = (name) => localStorage.getItem(`xrp-bridge:${name}`);
  try {
    if (kept('open-transfer')) page.waiting = '';
    const theme = JSON.parse(kept('theme'));
    if (theme === 'light' || theme === 'dark') page.theme = theme;
  } catch {
    // Or not.
  }
  const onError = ({ target, filename = '' }) => {
    const unread = document.readyState !== 'complete' && filename.includes('/assets/');
    if (target.type === 'module' || unread) failed.hidden = false;
  };
  addEventListener('error', onError, true);
}
