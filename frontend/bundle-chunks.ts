/** A file of the build in Vite's manifest. */
export interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}

export type Manifest = Record<string, Chunk>;

/** Returns the chunks that the browser must load before the landing page renders. */
export function landingChunks(manifest: Manifest): Set<string> {
  return walk(manifest, findEntry(manifest), ({ imports = [] }) => imports);
}

/**
 * Matches manifest keys of lazily loaded dialogs, pages, tabs, menus and action buttons.
 * The sizes of these chunks are measured separately. The key is the source path (`x-dialog.tsx`), or the built file
 * (`_x-dialog-1a2b3c4d.js`) if several modules import the chunk.
 */
const isSeparate = /(dialog|-page|-tab|-menu|-actions)(\.tsx|-[\w-]{8}\.js)$/;
const isPage = /(-page|-screens)(\.tsx?|-[\w-]{8}\.js)$/;

/**
 * Maps each lazily loaded entry (route, dialog, tab, menu) to the chunks that it adds.
 * The walk follows static and dynamic imports. It stops at a dynamic import that has its own entry, and at a page that is
 * imported statically, because that page is already loaded when the entry opens.
 */
export function routeChunks(manifest: Manifest): Map<string, Set<string>> {
  const landing = landingChunks(manifest);
  const routes = new Map<string, Set<string>>();
  // The loop adds the dialogs, tabs and pages that it reaches.
  const starts = new Set([...landing].flatMap((key) => manifest[key]?.dynamicImports ?? []));
  for (const start of starts) {
    const reached = walk(manifest, start, ({ imports = [], dynamicImports = [] }) => {
      for (const key of dynamicImports) if (isSeparate.test(key)) starts.add(key);
      return [
        ...imports.filter((key) => !isPage.test(key)),
        ...dynamicImports.filter((key) => !isSeparate.test(key)),
      ].filter((key) => !landing.has(key));
    });
    routes.set(start, reached);
  }
  return routes;
}

function findEntry(manifest: Manifest): string {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (!entry) throw new Error('The manifest has no entry: run the build first.');
  return entry;
}

/** Returns the chunks that `next` reaches from `start`. The set grows during the loop. */
function walk(manifest: Manifest, start: string, next: (chunk: Chunk) => string[]): Set<string> {
  const reached = new Set([start]);
  for (const key of reached) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The manifest has no ${key}.`);
    for (const each of next(chunk)) reached.add(each);
  }
  return reached;
}
