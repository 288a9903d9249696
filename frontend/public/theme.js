// See src/ui/theme.ts
{
  const page = document.documentElement.dataset;
  const stored = (name) => localStorage.getItem(`xrp-bridge:${name}`);
  try {
    const open = stored('open-transfer');
    if (open) page.waiting = '';
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
    const { id: transferId, paid } = JSON.parse(open) ?? {};
    if (paid === false && location.href === `${location.origin}/checkout?transfer=${transferId}`) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ transferId });
      const options = { method: 'POST', headers, body, signal: AbortSignal.timeout(2e4) };
      if (sessionStorage[`xrp-bridge:begun-payment:${transferId}`]) page.doubt = '';
      window.startedIntent = { transferId, response: fetch('/api/create-payment-intent', options) };
    }
  } catch {
    // Storage is off.
  }
  const onError = ({ target, filename = '' }) => {
    const unread = document.readyState !== 'complete' && filename.includes('/assets/');
    if (target.type === 'module' || unread) failed.hidden = false;
  };
  addEventListener('error', onError, true);
  window.onclick = ({ target, detail, clientX }) => {
    // Arrow keys select every radio that they pass. Their clicks have no `detail` and no `clientX`.
    const radio = detail || clientX ? ',[type=radio]' : '';
    window.pressed = target.closest(`button[type=button]${radio}`);
  };
}
