import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '../../process/supervisor.ts';
import {
  copyCheckout,
  daemon,
  end,
  folder,
  hold,
  insertText,
  isRoot,
  listTexts,
  longTimeout,
  makeFolder,
  missableLinks,
  processesIn,
  readSetting,
  startBystander,
} from './harness.ts';

const users: { name: string; user: User | undefined }[] = isRoot
  ? [
      { name: 'root', user: undefined },
      { name: 'an ordinary user', user: daemon },
    ]
  : [{ name: 'an ordinary user', user: undefined }];

describe.each(users)('embedded PostgreSQL started by $name', ({ user }) => {
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await makeFolder(user);
  });

  it('retains its data and its password across a restart', async () => {
    const first = await hold({ dataDir, user });
    await insertText(first.url, 'before');
    expect(await end(first, 'SIGTERM')).toBe(0);
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);

    const second = await hold({ dataDir, user });
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
    expect(await listTexts(second.url)).toContain('before');
    await end(second, 'SIGTERM');
  });

  it('stops when its parent exits or is killed, and retains committed data', async () => {
    const first = await hold({ dataDir, user });
    await insertText(first.url, 'committed');
    await end(first, 'SIGKILL');
    const second = await hold({ dataDir, user });
    expect(await listTexts(second.url)).toContain('committed');
    await end(second, 'SIGKILL');
    await vi.waitFor(async () => expect(await processesIn(folder)).toEqual([]), longTimeout);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it('starts although the process id of a crashed server is unused or belongs to another process', async () => {
    await end(await hold({ dataDir, user }), 'SIGTERM');
    const gone = await startBystander(user);
    gone.kill('SIGKILL');
    await once(gone, 'exit');
    const bystander = await startBystander(user);
    for (const pid of [gone.pid, bystander.pid]) {
      await writeFile(
        join(dataDir, 'postgres', 'postmaster.pid'),
        `${pid}\n${dataDir}/postgres\n0\n1\n\n\n0 0\nready\n`,
      );
      const server = await hold({ dataDir, user });
      expect(await readSetting(server.url, 'port')).toBe(String(server.port));
      await end(server, 'SIGTERM');
    }
    expect(bystander.exitCode).toBeNull();
  });

  it('starts from a read-only checkout without install scripts', async () => {
    const bare = await makeFolder(undefined);
    await copyCheckout(bare);
    for (const link of await missableLinks(bare)) await rm(link, { force: true });
    const { url } = await hold({ dataDir, user, from: bare });
    expect(await readSetting(url, 'port')).not.toBe('');
  });
});

describe('embedded PostgreSQL', () => {
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await makeFolder(undefined);
  });

  it('requires the password, listens on loopback only and syncs to the disk', async () => {
    const { url } = await hold({ dataDir });
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(readSetting(wrong.href, 'fsync')).rejects.toThrow('password authentication failed');
    expect(await readSetting(url, 'fsync')).toBe('on');
    expect(await readSetting(url, 'listen_addresses')).toBe('127.0.0.1');
    expect(await readSetting(url, 'unix_socket_directories')).toBe('');
    expect(await readSetting(url, 'max_connections')).toBe('200');
  });

  it('uses the next free port when the given port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const taken = typeof address === 'object' && address ? address.port : 0;
    const { port, url } = await hold({ dataDir, port: taken });
    expect(port).toBeGreaterThan(taken);
    expect(await readSetting(url, 'port')).toBe(String(port));
    other.close();
  });

  it('refuses a data directory that a running server uses, and does not disturb that server', async () => {
    const first = await hold({ dataDir });
    await expect(hold({ dataDir })).rejects.toThrow(/already runs on .*another XRP Bridge uses this DATA_DIR/);
    expect(await readSetting(first.url, 'port')).toBe(String(first.port));
  });

  it('removes its folder when it was started for tests', async () => {
    const temporary = await makeFolder(undefined);
    await chmod(temporary, 0o1777);
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const server = await hold({ temporary });
      expect(await readSetting(server.url, 'fsync')).toBe('off');
      expect(await readdir(temporary)).toHaveLength(1);
      await end(server, signal);
      await vi.waitFor(async () => expect(await readdir(temporary)).toEqual([]), longTimeout);
    }
  });
});

describe('embedded PostgreSQL started by root in a folder that other users cannot read', () => {
  beforeEach(({ skip }) => skip(!isRoot, 'only root can run it as another user'));

  it('runs from a copy of its programs and stores the cluster in a reachable folder', async () => {
    const home = await makeFolder(undefined);
    await chmod(home, 0o700);
    const from = join(home, 'checkout');
    await copyCheckout(from);
    const options = { dataDir: join(from, '.data'), from, fallbackDir: join(folder, 'fallback') };

    const first = await hold(options);
    await insertText(first.url, 'private');
    await end(first, 'SIGTERM');
    const location = (await readFile(join(options.dataDir, 'postgres-location'), 'utf8')).trim();
    expect(dirname(location)).toBe(options.fallbackDir);

    const second = await hold(options);
    expect(await listTexts(second.url)).toEqual(['private']);
    await end(second, 'SIGTERM');
    expect(await readdir(options.fallbackDir)).toHaveLength(1);
  });

  it('stores the cluster in a data directory with mode 700, and changes the mode to 701', async () => {
    const dataDir = await makeFolder(undefined);
    await chmod(dataDir, 0o700);
    const fallbackDir = join(folder, 'not-needed');
    await end(await hold({ dataDir, fallbackDir }), 'SIGTERM');
    expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o701);
    expect(existsSync(fallbackDir)).toBe(false);
  });

  it('runs a cluster of an ordinary user as that user', async () => {
    const dataDir = await makeFolder(daemon);
    const first = await hold({ dataDir, user: daemon });
    await insertText(first.url, 'theirs');
    await end(first, 'SIGTERM');
    const second = await hold({ dataDir });
    expect(await listTexts(second.url)).toEqual(['theirs']);
    await end(second, 'SIGTERM');
    expect((await stat(join(dataDir, 'postgres', 'PG_VERSION'))).uid).toBe(daemon.uid);
  });

  it('creates a dedicated user once, and runs new clusters as that user', async ({ skip }) => {
    skip(!existsSync('/usr/sbin/useradd'), 'no useradd on this machine');
    const owners = [];
    for (let times = 1; times <= 2; times++) {
      const dataDir = await makeFolder(undefined);
      await end(await hold({ dataDir, path: '/usr/sbin:/usr/bin:/bin' }), 'SIGTERM');
      owners.push((await stat(join(dataDir, 'postgres'))).uid);
    }
    const users = (await readFile('/etc/passwd', 'utf8')).split('\n').filter((line) => line.startsWith('xrp-bridge:'));
    expect(users).toHaveLength(1);
    const uid = Number(users[0]?.split(':')[2]);
    expect(owners).toEqual([uid, uid]);
  });

  it('creates a cluster that an ordinary user cannot start, and the error names the cluster’s owner', async () => {
    const dataDir = await makeFolder(undefined);
    await end(await hold({ dataDir }), 'SIGTERM');
    await expect(hold({ dataDir, user: daemon })).rejects.toThrow(/belongs to user id \d+/);
  });
});
