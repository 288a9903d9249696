import '../src/shared/ui/theme.css';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { watchConsole } from './console.ts';
import { network } from './fake-api.ts';

// As index.html has it.
document.head.insertAdjacentHTML('beforeend', '<meta name="application-name" content="XRP Bridge">');

watchConsole();
beforeAll(() => network.start({ quiet: true, onUnhandledFrame: 'bypass' }));
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset.theme;
});
afterEach(async () => {
  // First the application, which may still ask for something; then what answers it.
  await cleanup();
  network.resetHandlers();
});
