// Runs in each page before its own scripts: keeps what the browser reports of the page's loading in `observedScreen`.
(() => {
  const seen = { fcp: 0, lcp: 0, shifts: [], longTasks: [] };
  globalThis.observedScreen = seen;
  const observe = (type, keep) =>
    new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  observe('layout-shift', ({ startTime, value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shifts.push({ at: startTime, value });
  });
  // The card number can be typed in once it is on the page and its form reacts to input.
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('form:not([inert]) #card-number:not([readonly])')) return;
    seen.cardForm = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true, attributeFilter: ['inert', 'readonly'] });
  observe('longtask', ({ startTime, duration }) => seen.longTasks.push({ at: startTime, duration }));
})();
