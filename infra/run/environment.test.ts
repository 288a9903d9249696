import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { baseSettings } from '@xrp-bridge/runtime/config';
import { afterAll, describe, expect, it } from 'vitest';
import { secretSettings, withSecretFiles } from './environment.ts';
import { backupSettings, runSettings } from './settings.ts';
import { loadService, targets } from './targets.ts';

const folder = mkdtempSync(join(tmpdir(), 'xrp-bridge-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function secretFile(text: string): string {
  const path = join(folder, 'secret');
  writeFileSync(path, text);
  return path;
}

describe('secrets from files', () => {
  it('set the setting, without the line end of the file', () => {
    const STRIPE_SECRET_KEY_FILE = secretFile('sk_test_1\n');
    expect(withSecretFiles({ PORT: '80', STRIPE_SECRET_KEY_FILE })).toMatchObject({
      PORT: '80',
      STRIPE_SECRET_KEY: 'sk_test_1',
    });
  });

  it('are refused with the names of all mistakes and without any value', () => {
    const INTERNAL_TOKEN_FILE = secretFile('from the file');
    const given = { INTERNAL_TOKEN: 'direct', INTERNAL_TOKEN_FILE, SMTP_URL_FILE: join(folder, 'missing') };
    const message = 'These settings need your attention:\n  INTERNAL_TOKEN_FILE: INTERNAL_TOKEN is set too\n';
    expect(() => withSecretFiles(given)).toThrow(`${message}  SMTP_URL_FILE: cannot be read (ENOENT)`);
  });

  it('leave other variables that end in _FILE unchanged', () => {
    const given = { SSL_CERT_FILE: '/etc/ssl/cert.pem', STRIPE_SECRET_KEY_FILE: '' };
    expect(withSecretFiles(given)).toEqual(given);
  });

  it('exist for every setting that has a secret name', async () => {
    const services = await Promise.all(targets.map((target) => loadService[target]()));
    const shapes = [baseSettings, runSettings, backupSettings, ...services.map(({ settings }) => settings)].map(
      ({ shape }) => shape,
    );
    const known = [...new Set(shapes.flatMap((shape) => Object.keys(shape)))];
    expect(secretSettings.filter((name) => !known.includes(name))).toEqual([]);
    const secret = known.filter((name) =>
      /PASSWORD|SECRET|TOKEN$|PRIVATE|API_KEY|DATABASE_URL|SMTP|REDIS|XRPL|COINZILLA|BITMEDIA/.test(name),
    );
    expect(secret.filter((name) => !secretSettings.includes(name))).toEqual([]);
  });
});
