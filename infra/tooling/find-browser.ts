import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findOnPath } from './find-on-path.ts';
import { repository, runProgram } from './run-program.ts';

export interface Browser {
  path: string;
  /** The place where the browser was found, or the way in which it was installed, in one line. */
  origin: string;
}

const systemBrowsers = [
  'chromium',
  'google-chrome',
  'google-chrome-stable',
  'chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a Chromium or Chrome for tests: from the environment, the system, or Playwright.
 * If there is none, installs one with Playwright, or else with apt if the user is root.
 *
 * @throws Error if the environment's browser does not start, or if none can be installed
 */
export async function provideBrowser(): Promise<Browser> {
  return (await findNamed()) ?? (await findSystem()) ?? (await findPlaywrights()) ?? (await installBrowser());
}

async function findNamed(): Promise<Browser | undefined> {
  for (const name of ['CHROMIUM_PATH', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH']) {
    const path = process.env[name];
    if (!path) continue;
    if (await starts(path)) return { path, origin: `named by ${name}` };
    throw new Error(`${name} is ${path}, which does not start as a browser.`);
  }
  return undefined;
}

async function findSystem(): Promise<Browser | undefined> {
  for (const name of systemBrowsers) {
    const path = name.startsWith('/') ? name : findOnPath(name);
    if (path && (await starts(path))) return { path, origin: "the system's" };
  }
  return undefined;
}

async function findPlaywrights(origin = "Playwright's own, installed earlier"): Promise<Browser | undefined> {
  const path = playwrightsPath();
  return (await starts(path)) ? { path, origin } : undefined;
}

async function installBrowser(): Promise<Browser> {
  console.log('There is no browser for the tests yet: Playwright downloads one…');
  const download = await runPlaywright(['install', 'chromium', '--no-shell']);
  if (download.code === 0 && isRootWithApt() && !(await starts(playwrightsPath()))) {
    console.log('It lacks libraries of the system: Playwright installs them with apt…');
    await runPlaywright(['install-deps', 'chromium']);
  }
  const downloaded = await findPlaywrights('downloaded by Playwright just now');
  if (downloaded) return downloaded;

  let problem = download.output;
  if (isRootWithApt()) {
    console.log('The download did not work: installing Chromium with apt…');
    // The fallback fonts in theme.css are made for the metrics of Arial. Liberation Sans has the same metrics; without
    // it, Chromium on Debian uses a font with other metrics.
    problem += await installWithApt('chromium', 'fonts-liberation');
    const system = await findSystem();
    if (system) return { ...system, origin: 'installed with apt just now' };
  }
  throw new Error(
    `There is no browser for the tests, and none could be installed. Install Chromium or Chrome, or name one in CHROMIUM_PATH.\n${problem.trim()}`,
  );
}

/** Returns true if this user may install packages with apt. */
export function isRootWithApt(): boolean {
  return process.getuid?.() === 0 && findOnPath('apt-get') !== undefined;
}

/** Installs packages without starting their services. Returns apt's output after an error, or else ''. */
export async function installWithApt(...names: string[]): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const update = await runProgram('apt-get', ['update', '-qq'], { env });
  const install = await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env });
  return install.code === 0 ? '' : `${update.output}\n${install.output}`;
}

function playwrightsPath(): string {
  // Returns the browser for the Playwright version of the journeys, because each version requires its own build.
  const { chromium } = createRequire(join(repository, 'infra', 'e2e', 'package.json'))('playwright');
  return chromium.executablePath();
}

async function runPlaywright(args: string[]): Promise<{ code: number; output: string }> {
  return await runProgram(process.execPath, [join(repository, 'node_modules', 'playwright', 'cli.js'), ...args]);
}

async function starts(path: string): Promise<boolean> {
  return existsSync(path) && (await runProgram(path, ['--version'])).code === 0;
}
