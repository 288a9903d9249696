import { runProgram } from './run-program.ts';

/** The folders that each journey depends on, in addition to `everywhere`. */
export const journeys: Record<string, readonly string[]> = {
  arrival: ['frontend/src/features/guide', 'services/transfer'],
  chat: ['frontend/src/features/chat', 'frontend/src/features/guide', 'bff/src/assistant', 'libs/guidance'],
  'checkout-page': ['frontend/src/features/checkout', 'bff/src/pages', 'infra/e2e/rendered.ts'],
  concierge: [
    'frontend/src/features/concierge',
    'frontend/src/features/checkout',
    'services/payment',
    'services/notification',
  ],
  encryption: ['frontend/src/features/encryption'],
  'exchange-trip': ['frontend/src/features/guide', 'libs/guidance'],
  flow: ['frontend/src/features/flow', 'frontend/src/features/checkout', 'frontend/src/features/guide'],
  'guide-page': ['frontend/src/features/guide', 'bff/src/pages', 'libs/guidance', 'infra/e2e/rendered.ts'],
  'large-text': [
    'frontend/src/features/selection',
    'frontend/src/features/flow',
    'frontend/src/features/wallet-setup',
    'frontend/src/features/wallet-guide',
    'frontend/src/features/checkout',
    'frontend/src/features/guide',
    'frontend/src/features/chat',
    'libs/guidance',
  ],
  'layout-shift': [
    'frontend/src/features/selection',
    'frontend/src/features/checkout',
    'frontend/src/features/guide',
    'frontend/src/features/signals',
    'bff/src/pages',
  ],
  mails: ['services/notification'],
  measures: [
    'frontend/src/features/selection',
    'frontend/src/features/checkout',
    'frontend/src/features/guide',
    'libs/guidance',
  ],
  newsletters: ['frontend/src/features/newsletters', 'services/notification'],
  'operator-day': [
    'frontend/src/features/operator-access',
    'frontend/src/features/operator-admin',
    'frontend/src/features/operator-marketing',
    'frontend/src/features/operator-orders',
    'frontend/src/features/operator-system',
    'frontend/src/operator',
    'services/ads',
    'services/payment',
  ],
  outages: ['frontend/src/features/checkout', 'frontend/src/features/guide', 'services/payment', 'services/transfer'],
  pay: [
    'frontend/src/features/selection',
    'frontend/src/features/checkout',
    'frontend/src/features/guide',
    'services/payment',
    'services/transfer',
    'services/notification',
  ],
  'prerendered-pages': ['frontend/src/features/selection', 'frontend/src/features/company', 'bff/src/pages'],
  push: ['frontend/src/features/guide', 'services/notification'],
  routes: ['frontend/src/features', 'frontend/src/operator', 'bff/src/pages'],
  signals: ['frontend/src/features/signals', 'services/signals'],
  wizard: ['frontend/src/features/wizard', 'frontend/src/features/checkout', 'frontend/src/features/guide'],
};

/** Folders and files that every journey depends on. */
const everywhere = [
  ...['app', 'domain', 'lib', 'ui'].map((folder) => `frontend/src/${folder}`),
  'frontend/index.html',
  'contracts/src',
  'libs/runtime',
  ...['access', 'live', 'routes'].map((folder) => `bff/src/${folder}`),
  ...['fixtures', 'global-setup', 'playwright.config', 'start-product'].map((file) => `infra/e2e/${file}.ts`),
  ...['postgres', 'process', 'run', 'sandbox'].map((folder) => `infra/${folder}`),
  'package-lock.json',
];

/** Lists the files changed since the branch point on `main`; on `main`, the uncommitted files. */
export async function listChangedFiles(): Promise<{ since: string; files: string[] }> {
  const since = (await git('rev-parse', '--verify', '--quiet', 'main')) ? 'main' : 'HEAD';
  const lists = await Promise.all([
    git('diff', '--name-only', `${since}...HEAD`),
    git('diff', '--name-only', 'HEAD'),
    git('ls-files', '--others', '--exclude-standard'),
  ]);
  return { since, files: [...new Set(lists.join('\n').split('\n').filter(Boolean))] };
}

/**
 * Returns the end-to-end tests (journeys) that depend on any of these files.
 * Markdown files are ignored, and so are tests, except the journey's own file.
 */
export function findJourneys(files: readonly string[]): string[] {
  const code = files.filter((file) => !/\.(test\.tsx?|md)$|\/test\//.test(file));
  const isIn = (folders: readonly string[]) =>
    code.some((file) => folders.some((folder) => file === folder || file.startsWith(`${folder}/`)));
  const all = isIn(everywhere);
  return Object.keys(journeys).filter(
    (name) => all || files.includes(`infra/e2e/tests/${name}.test.ts`) || isIn(journeys[name] ?? []),
  );
}

/** Returns git's output; empty if git fails. */
async function git(...args: string[]): Promise<string> {
  const { code, output } = await runProgram('git', args);
  return code === 0 ? output : '';
}
