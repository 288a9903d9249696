// npm silently leaves out optional packages whose `engines` do not name the Node that it runs under; those made for this
// machine are then missed much later, by a build that fails. Plain JavaScript for Node 18 and later.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Adds what npm has left out, by running npm once more under the pinned Node. Changes nothing outside of node_modules.
 * @returns what to tell the user when that did not work; nothing when all is there
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

/** Packages of the lockfile that are made for machines like this one, and not installed. */
function findMissing(root) {
  const lockfile = join(root, 'package-lock.json');
  if (!existsSync(lockfile)) return [];
  const packages = Object.entries(JSON.parse(readFileSync(lockfile, 'utf8')).packages);
  return packages
    .filter(([path, { optional, os, cpu, libc }]) => {
      const here = os?.includes(process.platform) && cpu?.includes(process.arch);
      // The pinned Node runs with glibc alone.
      return optional && here && (!libc || libc.includes('glibc')) && !existsSync(join(root, path));
    })
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
}
