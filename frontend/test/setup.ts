import '../src/shared/ui/theme.css';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { network } from './fake-api.ts';

// As index.html has it.
document.head.insertAdjacentHTML('beforeend', '<meta name="application-name" content="XRP Bridge">');

beforeAll(() => network.start({ quiet: true }));
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset.theme;
});
afterEach(() => network.resetHandlers());
afterAll(() => network.stop());
