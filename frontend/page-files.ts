import { join } from 'node:path';
import { operatorPages, pages } from '@xrp-bridge/contracts/pages';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
type SyntaxNode = Record<string, unknown> & { type: string };

/**
 * The table of page files, for the server.
 * It is in a dot folder, whose files the server does not send to browsers.
 */
const tableFile = '.vite/pages.json';

/**
 * Pages that show an id at once preload the mono font.
 * Other pages load the font with the first text that uses it.
 */
const showingIds = new Set<string>([pages.receipt.path, pages.getIp.path]);

/**
 * Writes a table of the files that each page needs in addition to the common ones.
 * Its keys are the paths in the contracts. The server adds preload links for the files to the page, so that the browser
 * fetches all of them at once. The files are read from the router's source: the build fails if the router no longer has
 * the expected constants.
 */
export function namePageFiles(): Plugin {
  let app = '';
  return {
    name: 'name-page-files',
    apply: 'build',
    configResolved({ root }) {
      app = join(root, 'src/app');
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const router = join(app, 'routes.tsx');
        const program = this.parse(this.getModuleInfo(router)?.code ?? '');
        const read = (name: string) => findValue(program, name);
        const resolve = async (node: unknown) => {
          const found = await Promise.all(importsIn(node).map((source) => this.resolve(source, router)));
          return found.map((module) => module?.id ?? '');
        };
        const screens = propertiesOf(read('screens'));
        const operators = propertiesOf(read('operatorFiles'));
        const table: Record<string, string[]> = {};
        for (const [name, { path }] of Object.entries(pages)) {
          const parts = name in operatorPages ? [operators.shell, operators[name] ?? operators.others] : screens[name];
          const fonts = showingIds.has(path) ? Object.keys(bundle).filter(isMonoFont) : [];
          table[path] = [...filesOf(bundle, await resolve(parts)), ...fonts];
        }
        this.emitFile({ type: 'asset', fileName: tableFile, source: JSON.stringify(table) });
      },
    },
  };
}

const isMonoFont = (file: string) => file.endsWith('.woff2') && file.includes('hyperlegible-mono');

/** Returns the files of the modules, with their imports and styles, but without the files of the entry. */
function filesOf(bundle: Bundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  const starts = modules.map((module) => {
    const holder = chunks.find(({ moduleIds }) => moduleIds.includes(module));
    if (!holder) throw new Error(`No file of the build holds “${module}”, which a page is made of.`);
    return holder.fileName;
  });
  const before = withImports(bundle, entry ? [entry.fileName] : []);
  const scripts = [...withImports(bundle, starts)].filter((file) => !before.has(file));
  return [...scripts, ...new Set(scripts.flatMap((file) => stylesOf(bundle, file)))];
}

function withImports(bundle: Bundle, starts: readonly string[]): Set<string> {
  const reached = new Set(starts);
  for (const file of reached) {
    const chunk = bundle[file];
    if (chunk?.type === 'chunk') for (const each of chunk.imports) reached.add(each);
  }
  return reached;
}

function stylesOf(bundle: Bundle, file: string): string[] {
  const chunk = bundle[file];
  return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
}

/** Returns the syntax node of a constant's initial value. */
function findValue(program: unknown, name: string): unknown {
  const declared = nodesIn(program).find(
    ({ type, id }) => type === 'VariableDeclarator' && (id as { name?: string }).name === name,
  );
  if (!declared) throw new Error(`The router has no “${name}” any more, from which the files of each page are read.`);
  return declared.init;
}

function propertiesOf(object: unknown): Record<string, unknown> {
  const { properties = [] } = object as { properties?: { key: { name: string }; value: unknown }[] };
  return Object.fromEntries(properties.map(({ key, value }) => [key.name, value]));
}

/** Returns the sources of the dynamic imports within a node. */
function importsIn(node: unknown): string[] {
  return nodesIn(node)
    .filter(({ type }) => type === 'ImportExpression')
    .map(({ source }) => String((source as { value: unknown }).value));
}

/** Returns a node and all nodes below it. */
function nodesIn(value: unknown): SyntaxNode[] {
  if (value === null || typeof value !== 'object') return [];
  const below = Object.values(value).flatMap(nodesIn);
  return 'type' in value ? [value as SyntaxNode, ...below] : below;
}
