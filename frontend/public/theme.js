// See src/ui/theme.ts
{
  const page = document.documentElement.dataset;
  const stored = (name) => localStorage.getItem(`xrp-bridge:${name}`);
  try {
    if (stored('open-transfer')) page.waiting = '';
    const theme = JSON.parse(stored('theme'));
    if (theme === 'light' || theme === 'dark') page.theme = theme;
    const { address } = page;
    if (address) {
      const id = location.pathname.split('/')[2];
      const sent = JSON.parse(stored(`sent-address:${id}`));
      const compared = JSON.parse(stored(`resumed:${id}`));
      if (sent ? sent !== address : compared && compared.steps !== address) page.doubt = '';
    }
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
  window.onclick = ({ target }) => {
    window.pressed = target.closest('button[type=button]');
  };
}
