// npm silently skips optional packages whose `engines` exclude the Node that runs npm. Packages for this machine would
// then be missing, and a later build would fail. This file is plain JavaScript, so that Node 18 and later can run it.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Installs skipped packages by running npm under the pinned Node. Changes node_modules only.
 * @returns an error message for the user; undefined if nothing is missing
 */
export function completeInstall(root, pinnedNode) {
  const missing = findMissing(root);
  if (missing.length === 0) return undefined;
  const problem = `npm left out what does not support Node ${process.versions.node}: ${missing.join(', ')}`;
  const npm = process.env.npm_execpath;
  const install = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  if (npm && existsSync(npm)) {
    console.error(`${problem}. Adding it under the Node that comes with this project.`);
    const env = { ...process.env, PATH: `${dirname(pinnedNode)}:${process.env.PATH}` };
    const { status } = spawnSync(pinnedNode, [npm, ...install], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status === 0 && findMissing(root).length === 0) return undefined;
  }
  return `${problem}.\nRun PATH="${dirname(pinnedNode)}:$PATH" npm ${install.join(' ')}`;
}

/** Lists missing packages of the lockfile that match this platform. */
function findMissing(root) {
  const lockfile = join(root, 'package-lock.json');
  if (!existsSync(lockfile)) return [];
  const packages = Object.entries(JSON.parse(readFileSync(lockfile, 'utf8')).packages);
  return packages
    .filter(([path, { optional, os, cpu, libc }]) => {
      const here = os?.includes(process.platform) && cpu?.includes(process.arch);
      // Packages for musl are ignored, because the pinned Node requires glibc.
      return optional && here && (!libc || libc.includes('glibc')) && !existsSync(join(root, path));
    })
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
}
