import { glob, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repository } from './run-program.ts';

// Checks what is installed from elsewhere, without a network: the lockfile, licenses and versions of packages, and that
// no file contains a secret. `npm sbom --sbom-format cyclonedx` prints the list of all components.

interface LockedPackage {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  license?: string;
  hasInstallScript?: boolean;
}

export interface Lockfile {
  lockfileVersion: number;
  packages: Record<string, LockedPackage>;
}

export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

const permissive = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Python-2.0'],
  ...['CC0-1.0', 'Unlicense', 'Zlib', 'OFL-1.1'],
];
/** Weak copyleft, which allows an unchanged library beside our code, such as web-push. */
const weakCopyleft = ['MPL-2.0', 'LGPL-3.0-or-later'];
const allowedLicenses = new Set([...permissive, ...weakCopyleft]);
/** Packages with the MIT license, which their manifests name in a form that the lockfile omits. */
const licenseInOldForm = new Set(['buildcheck', 'cpu-features', 'ssh2']);

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Lists packages of the lockfile without a hash, with an install script, or with an unknown license. */
export function lintLockfile({ lockfileVersion, packages }: Lockfile, { allowScripts = {} }: Manifest): string[] {
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  const problems = installed.flatMap(([path, locked]) => {
    const { integrity, resolved, license, hasInstallScript } = locked;
    const name = nameOf(path);
    const terms = license?.replace(/[()]/g, '').split(/ (?:AND|OR) /);
    const unknown = terms?.filter((term) => !allowedLicenses.has(term)) ?? [];
    return [
      ...(integrity?.startsWith('sha512-') ? [] : [`${path} has no SHA-512 hash`]),
      ...(resolved === undefined ? [] : [`${path} names an address: ${resolved}`]),
      ...(hasInstallScript && allowScripts[name] === undefined ? [`${path} has an install script`] : []),
      ...(license === undefined && !licenseInOldForm.has(name) ? [`${path} names no license`] : []),
      ...unknown.map((term) => `${path} has the license ${term}`),
    ];
  });
  return [...(lockfileVersion === 3 ? [] : [`lockfileVersion is ${lockfileVersion}, not 3`]), ...problems];
}

/** Lists dependencies that are not an exact version of the registry or a workspace. */
export function lintVersions(manifest: Manifest): string[] {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(
      ([name, version]) =>
        !(name.startsWith('@xrp-bridge/') ? version === '*' : /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    )
    .map(([name, version]) => `${name} has the version ${version}, which is not exact`);
}

/** Formats of secrets that providers document. Values of tests are shorter or are words. */
const secrets: Record<string, RegExp> = {
  'a key of Stripe': /\b[sr]k_live_[A-Za-z0-9]{24,}/,
  'a webhook secret of Stripe': /\bwhsec_[A-Za-z0-9]{32,}/,
  'a key of AWS': /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  'a token of GitHub': /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{60,})/,
  'a token of npm': /\bnpm_[A-Za-z0-9]{36}\b/,
  'a token of Slack': /\bxox[abprs]-[A-Za-z0-9-]{20,}/,
  'a key of Google': /\bAIza[\w-]{35}\b/,
  'a private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/,
};

export function findSecrets(text: string): string[] {
  return Object.entries(secrets).flatMap(([what, format]) => (format.test(text) ? [what] : []));
}

const skipped = /(^|\/)(node_modules|dist|target|pictures|\.git|\.data|\.turbo|\.reports|test-results)(\/|$)/;
const textFile =
  /(^|\/)(Dockerfile|\.[\w.-]+|[^/]+\.(ts|tsx|js|mjs|json|yaml|yml|md|env|sh|css|html|sql|java|xml|grit))$/;
const largestText = 2_000_000;

async function checkRepository(): Promise<string[]> {
  const read = async (file: string) => readFile(join(repository, file), 'utf8');
  const root = JSON.parse(await read('package.json')) as Manifest;
  const found = lintLockfile(JSON.parse(await read('package-lock.json')), root).map(
    (each) => `package-lock.json: ${each}`,
  );
  for await (const file of glob('**/*', { cwd: repository, exclude: (path) => skipped.test(path) })) {
    if (!textFile.test(file)) continue;
    const about = await stat(join(repository, file));
    if (!about.isFile() || about.size > largestText) continue;
    const text = await read(file);
    if (file.endsWith('package.json') && !file.includes('fixtures/'))
      found.push(...lintVersions(JSON.parse(text)).map((each) => `${file}: ${each}`));
    found.push(...findSecrets(text).map((each) => `${file}: contains ${each}`));
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = await checkRepository();
  for (const line of found) console.log(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
