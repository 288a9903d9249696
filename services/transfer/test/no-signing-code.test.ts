import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');

/** Collects the names of all direct and transitive dependencies. */
function dependencyTree(folder: string, found = new Set<string>()): Set<string> {
  const { dependencies = {} } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const at = locate(name, folder);
    if (!at || found.has(name)) continue;
    found.add(name);
    dependencyTree(at, found);
  }
  return found;
}

/** Finds a package's folder as Node resolves it: in the nearest node_modules that has it. */
function locate(name: string, from: string): string | null {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(candidate, 'package.json'))) return candidate;
    if (folder === path.dirname(folder)) return null;
  }
}

it('the service has no dependency that can sign a transaction or hold a key', () => {
  const packages = [...dependencyTree(root)];
  expect(packages).toEqual(expect.arrayContaining(['@xrp-bridge/runtime', 'ripple-address-codec', 'bullmq']));
  const signing =
    /^(xrpl|ripple-(keypairs|binary-codec|lib)|.*secp256k1.*|elliptic|tweetnacl|bip\d+|.*\/curves|.*ed25519)$/;
  expect(packages.filter((name) => signing.test(name))).toEqual([]);
});
