// Runs before the first paint, so that a chosen theme never flashes. The choice is written by src/shared/ui/theme.ts.
try {
  const theme = JSON.parse(localStorage.getItem('xrp-bridge:theme'));
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be switched off, or hold something else; the system's preference then decides.
}

// Says so where the page's own script does not come: what is there can be read, but nothing that is pressed answers.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
    document.getElementById('failed')?.removeAttribute('hidden');
  },
  true,
);
