import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { minify, type Plugin } from 'vite';

/**
 * Resolves react-router to its production build.
 * Its package exports lead to the development build, which is larger and logs warnings.
 */
export function productionRouter(): Plugin {
  return {
    name: 'production-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react-router(?:\/dom)?$/ },
      async handler(source, importer, options) {
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
        return resolved?.id.replace('/dist/development/', '/dist/production/');
      },
    },
  };
}

const compressible = /\.(?:js|css|svg|json|txt)$/;

/**
 * Writes `.br` and `.gz` beside each text asset, so that the server only has to select one.
 * Minifies theme.js first, which is in every page and which Vite copies unchanged.
 * index.html is not compressed, because the server changes it for each response.
 */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async writeBundle() {
      const theme = join(folder, 'theme.js');
      await writeFile(theme, (await minify(theme, await readFile(theme, 'utf8'))).code);
      const files = await readdir(folder, { recursive: true });
      await Promise.all(
        files.filter((file) => compressible.test(file)).map((file) => compressFile(join(folder, file))),
      );
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  const brotli = await promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  });
  const gzipped = await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION });
  await Promise.all([
    // A file that is not smaller than the original is not written. The server then sends the original.
    brotli.length < content.length ? writeFile(`${path}.br`, brotli) : undefined,
    gzipped.length < content.length ? writeFile(`${path}.gz`, gzipped) : undefined,
  ]);
}
