// Before the first paint: what shared/ui/theme.ts keeps.
try {
  const theme = JSON.parse(localStorage.getItem('xrp-bridge:theme'));
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // No storage, or no theme.
}
// The page's script does not come: nothing that is pressed answers.
function onFailure({ target }) {
  if (target.type === 'module') document.getElementById('failed').hidden = false;
}
addEventListener('error', onFailure, true);
