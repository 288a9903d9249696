// Runs before the first paint, so that a chosen theme never flashes. The choice is written by src/shared/ui/theme.ts.
try {
  const theme = localStorage.getItem('xrp-bridge:theme');
  if (theme) document.documentElement.dataset.theme = JSON.parse(theme);
} catch {
  // Storage can be switched off; the system's preference then decides.
}
