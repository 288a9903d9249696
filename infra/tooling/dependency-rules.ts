import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

const configFile = fileURLToPath(new URL('../../.dependency-cruiser.mjs', import.meta.url));
const workspaces = ['contracts', 'libs', 'services', 'bff', 'frontend', 'infra'];

export interface Violation {
  rule: string;
  from: string;
  to: string;
  /** The reason for the rule. */
  comment: string | undefined;
}

export interface DependencyReport {
  /** Our source files. */
  modules: string[];
  /** Imported files of npm packages. */
  packages: string[];
  violations: Violation[];
}

/** Lists the rules of .dependency-cruiser.mjs by name. */
export async function listDependencyRules(): Promise<string[]> {
  const { ruleSet } = await extractDepcruiseOptions(configFile);
  return (ruleSet?.forbidden ?? []).map(({ name = '' }) => name);
}

/** Checks every import below `root` (a tree laid out like this repository) against the rules. */
export async function checkDependencies(root: string): Promise<DependencyReport> {
  const options = await extractDepcruiseOptions(configFile);
  const folders = workspaces.filter((folder) => existsSync(`${root}/${folder}`));
  const { output } = await cruise(folders, { ...options, baseDir: root });
  const { modules, summary } = output as ICruiseResult;
  const sources = modules.map(({ source }) => source);
  return {
    modules: sources.filter((source) => !source.includes('node_modules/')),
    packages: sources.filter((source) => source.includes('node_modules/')),
    violations: summary.violations.map(({ rule, from, to, comment }) => ({ rule: rule.name, from, to, comment })),
  };
}
