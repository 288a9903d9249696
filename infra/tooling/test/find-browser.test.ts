import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { provideBrowser } from '../find-browser.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xrp-bridge-browser-'));
  mkdirSync(join(folder, 'bin'));
  vi.stubEnv('CHROMIUM_PATH', '');
  vi.stubEnv('PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH', '');
  vi.stubEnv('PATH', join(folder, 'bin'));
  // Playwright has installed no browser, and cannot download one from this URL.
  vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', join(folder, 'browsers'));
  vi.stubEnv('PLAYWRIGHT_DOWNLOAD_HOST', 'http://127.0.0.1:9');
  vi.spyOn(console, 'log').mockReturnValue();
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

function program(name: string, script = 'exit 0'): string {
  const path = join(folder, 'bin', name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('provideBrowser', () => {
  it('prefers the browser that CHROMIUM_PATH names', async () => {
    program('chromium');
    const named = program('named');
    vi.stubEnv('CHROMIUM_PATH', named);
    expect(await provideBrowser()).toEqual({ path: named, origin: 'named by CHROMIUM_PATH' });
  });

  it('uses no other browser if the browser in CHROMIUM_PATH does not start', async () => {
    program('chromium');
    vi.stubEnv('CHROMIUM_PATH', program('broken', 'exit 1'));
    await expect(provideBrowser()).rejects.toThrow(/^CHROMIUM_PATH is .*, which does not start as a browser\.$/);
  });

  it("uses the system's browser if it starts", async () => {
    program('chromium', 'exit 1'); // The program does not start, like Ubuntu's placeholder, which only prints how to install Chromium.
    const chrome = program('google-chrome');
    expect(await provideBrowser()).toEqual({ path: chrome, origin: "the system's" });
  });

  it('installs Chromium with apt as root when the download fails', async ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root may install with apt');
    const apt = `[ "$1" = install ] || exit 0
      printf '#!/bin/sh\\n' > ${folder}/bin/chromium && /bin/chmod +x ${folder}/bin/chromium`;
    program('apt-get', apt);
    expect(await provideBrowser()).toEqual({
      path: join(folder, 'bin', 'chromium'),
      origin: 'installed with apt just now',
    });
  });

  it('throws with instructions when no browser can be installed', async () => {
    await expect(provideBrowser()).rejects.toThrow('Install Chromium or Chrome, or name one in CHROMIUM_PATH.');
  });
});
