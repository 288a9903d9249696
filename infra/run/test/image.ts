import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, lstat, mkdir, readFile, symlink } from 'node:fs/promises';
import { delimiter, dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ignore from '@balena/dockerignore';
import {
  type Copy,
  DockerfileParser,
  type Env,
  type From,
  type Instruction,
  type JSONInstruction,
} from 'dockerfile-ast';

const run = promisify(execFile);
const context = fileURLToPath(new URL('../../../', import.meta.url));
const dockerfile = new URL('../Dockerfile', import.meta.url);

/** A stage of the Dockerfile, whose `/` is a folder of this machine. */
export interface Stage {
  root: string;
  folder: string;
  environment: Record<string, string>;
  user: string;
  command: string[];
}

interface Package {
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/**
 * Creates the files of the image by the steps of the Dockerfile, without Docker.
 * The Node of this process stands for the base image. `npm ci` is replaced by copies of the installed packages, because
 * an installation takes a minute; all other commands run.
 * @param parent an empty folder for the stages
 * @throws Error for an instruction that this function does not implement
 */
export async function buildImage(parent: string): Promise<Stage> {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const instruction of DockerfileParser.parse(await readFile(dockerfile, 'utf8')).getInstructions()) {
    const keyword = instruction.getKeyword();
    if (keyword === 'FROM') {
      const from = instruction as From;
      const name = from.getBuildStage() ?? 'image';
      stage = await beginStage(join(parent, name), stages.get(from.getImage() ?? ''));
      stages.set(name, stage);
    } else if (stage) await runStep(stage, keyword, instruction, stages);
  }
  if (!stage) throw new Error('The Dockerfile has no stage.');
  return stage;
}

async function beginStage(root: string, base: Stage | undefined): Promise<Stage> {
  await mkdir(root);
  if (base) {
    await run('cp', ['-al', `${base.root}/.`, root]);
    return { ...base, root, environment: { ...base.environment } };
  }
  const bin = join(root, 'usr/local/bin');
  await mkdir(bin, { recursive: true });
  await mkdir(join(root, 'tmp'));
  await copyFile(process.execPath, join(bin, 'node'));
  return { root, folder: '/', environment: {}, user: 'root', command: [] };
}

async function runStep(
  stage: Stage,
  keyword: string,
  instruction: Instruction,
  stages: Map<string, Stage>,
): Promise<void> {
  const text = instruction.getArgumentsContent() ?? '';
  switch (keyword) {
    case 'WORKDIR':
      stage.folder = posix.resolve(stage.folder, text);
      await mkdir(inStage(stage, '.'), { recursive: true });
      return;
    case 'COPY':
      return copy(stage, instruction as Copy, stages);
    case 'RUN': {
      const command = text.replace(/^(--\S+ +)+/, '');
      return command.startsWith('npm ci') ? install(inStage(stage, '.'), command) : runCommand(stage, command);
    }
    case 'ENV':
      for (const property of (instruction as Env).getProperties()) {
        // No build argument is set.
        stage.environment[property.getName()] = (property.getValue() ?? '').replace(/^\$\w+$/, '');
      }
      return;
    case 'USER':
      stage.user = text;
      return;
    case 'CMD':
      stage.command = (instruction as JSONInstruction).getJSONStrings().map((json) => json.getJSONValue());
      return;
    case 'ARG':
    case 'EXPOSE':
      return;
    default:
      throw new Error(`${keyword} is not implemented: ${text}`);
  }
}

/** Returns the path on this machine of a path in a stage. */
function inStage({ root, folder }: Stage, path: string): string {
  return join(root, posix.resolve(folder, path));
}

async function copy(stage: Stage, instruction: Copy, stages: Map<string, Stage>): Promise<void> {
  const [from = '', to = ''] = instruction.getArguments().map((argument) => argument.getValue());
  const target = inStage(stage, to);
  const source = stages.get(instruction.getFromFlag()?.getValue() ?? '');
  await mkdir(target, { recursive: true });
  if (source) await run('cp', ['-alf', `${inStage(source, from)}/.`, target]);
  else await copyContext(target);
}

/** Copies the files of the repository that .dockerignore does not exclude. */
async function copyContext(target: string): Promise<void> {
  const ignored = ignore.default().add((await readFile(join(context, '.dockerignore'), 'utf8')).split('\n'));
  await cp(context, target, {
    recursive: true,
    filter: async (path) => {
      const name = relative(context, path);
      if (!(await lstat(path)).isDirectory()) return !ignored.ignores(name);
      // An excluded folder may contain files that are not excluded, but these would take minutes to read.
      return !['node_modules', '.git'].includes(name.split('/').at(-1) ?? '');
    },
  });
  await run('find', [target, '-type', 'd', '-empty', '-delete']);
}

/** Runs a command in a stage. Absolute paths refer to the stage. */
async function runCommand(stage: Stage, text: string): Promise<void> {
  const command = text.replaceAll(/(?<=^|\s)\/(?=\w)/g, `${stage.root}/`);
  const PATH = [join(stage.root, 'usr/local/bin'), process.env.PATH].join(delimiter);
  await run('/bin/sh', ['-c', command], { cwd: inStage(stage, '.'), env: { PATH, HOME: stage.root } });
}

/**
 * Installs the packages that `npm ci` would install, from the repository.
 * With `--omit=dev --workspace=<path>`, installs what the workspace needs, as copies. Otherwise installs links to all
 * packages.
 */
async function install(folder: string, command: string): Promise<void> {
  const workspace = /^npm ci --omit=dev --workspace=(\S+)$/.exec(command)?.[1];
  if (!workspace && command !== 'npm ci') throw new Error(`${command} is not implemented`);
  const { packages }: { packages: Record<string, Package> } = JSON.parse(
    await readFile(join(folder, 'package-lock.json'), 'utf8'),
  );
  const paths = workspace ? findNeeded(packages, workspace) : Object.keys(packages);
  // Packages of other platforms are not installed. The folder of a package contains the packages that only it uses.
  const topLevel = paths.filter((path) => path.split('node_modules/').length === 2);
  const links = topLevel.filter((path) => packages[path]?.link);
  const copies = topLevel.filter((path) => !packages[path]?.link && existsSync(join(context, path)));
  if (workspace) await run('cp', ['-a', '--parents', ...copies, folder], { cwd: context });
  else await Promise.all(copies.map((path) => link(join(context, path), join(folder, path))));
  for (const path of links) await link(relative(dirname(path), packages[path]?.resolved ?? ''), join(folder, path));
}

async function link(to: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(to, path);
}

/** Lists the packages that a workspace needs, without development dependencies. */
function findNeeded(packages: Record<string, Package>, workspace: string): string[] {
  const found = new Set([workspace]);
  for (const path of found) {
    const { link, resolved = '', ...needs } = packages[path] ?? {};
    if (link) found.add(resolved);
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = needs;
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const at = resolvePackage(packages, path, name);
      if (at) found.add(at);
    }
  }
  return [...found].filter((path) => path.includes('node_modules/'));
}

/** Resolves an import as Node does: in the node_modules of the folder, then of each parent. */
function resolvePackage(packages: Record<string, Package>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = posix.join(folder, 'node_modules', name);
    if (packages[path]) return path;
    if (folder === '.') return undefined;
  }
}
