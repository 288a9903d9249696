/** A file of the build, as Vite's manifest describes it. */
export interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}

export type Manifest = Record<string, Chunk>;

/** The script that every page starts with: what the browser must fetch and run before the landing page is there. */
export function landingChunks(manifest: Manifest): Set<string> {
  return walk(manifest, findEntry(manifest), ({ imports = [] }) => imports);
}

/**
 * Fetched when it is gone to, and weighed by itself: what only a press opens, and each of the operators' pages. What
 * others import, too, is named as its file was built.
 */
const isGoneTo = /(dialog|-page|-tab)(\.tsx|-[\w-]{8}\.js)$/;
const isPage = /-page(\.tsx|-[\w-]{8}\.js)$/;

/**
 * What each route, and each part that comes after the page, adds to the landing page's files: its own file, and all
 * that is fetched from there, at once or later (the card form of either kind, the check of an address). Dialogs and
 * views, which only a press opens, and pages behind another file are parts of their own. A page that such a part
 * imports is the one that it is opened on: it is there already.
 */
export function routeChunks(manifest: Manifest): Map<string, Set<string>> {
  const landing = landingChunks(manifest);
  const routes = new Map<string, Set<string>>();
  // Grows while it is walked, by the dialogs and pages that are met.
  const starts = new Set([...landing].flatMap((key) => manifest[key]?.dynamicImports ?? []));
  for (const start of starts) {
    const reached = walk(manifest, start, ({ imports = [], dynamicImports = [] }) => {
      for (const key of dynamicImports) if (isGoneTo.test(key)) starts.add(key);
      return [
        ...imports.filter((key) => !isPage.test(key)),
        ...dynamicImports.filter((key) => !isGoneTo.test(key)),
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

/** A set that grows while it is walked: each chunk adds the ones that follow from it. */
function walk(manifest: Manifest, start: string, next: (chunk: Chunk) => string[]): Set<string> {
  const reached = new Set([start]);
  for (const key of reached) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The manifest has no ${key}.`);
    for (const each of next(chunk)) reached.add(each);
  }
  return reached;
}
