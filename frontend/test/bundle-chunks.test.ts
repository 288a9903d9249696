import { expect, test } from 'vitest';
import { landingChunks, type Manifest, routeChunks } from '../bundle-chunks.ts';

const manifest: Manifest = {
  _base: { file: 'base.js', dynamicImports: ['chat'] },
  'index.html': { file: 'index.js', isEntry: true, imports: ['_base'], dynamicImports: ['guide', 'start'] },
  guide: {
    file: 'guide.js',
    imports: ['index.html', '_shared'],
    dynamicImports: ['form', 'tip-dialog.tsx', '_dialog-BIH9ZKyX.js', 'tasks-page.tsx'],
  },
  start: { file: 'start.js', imports: ['_base', '_shared'] },
  chat: { file: 'chat.js' },
  form: { file: 'form.js', imports: ['_base', '_deep'] },
  'tip-dialog.tsx': { file: 'tip.js', imports: ['_dialog-BIH9ZKyX.js', '_base', 'tasks-page.tsx'] },
  '_dialog-BIH9ZKyX.js': { file: 'dialog.js', imports: ['_deep'] },
  'tasks-page.tsx': { file: 'tasks.js', imports: ['_shared'] },
  _shared: { file: 'shared.js' },
  _deep: { file: 'deep.js', imports: ['_shared'] },
  unused: { file: 'unused.js' },
};

test('landingChunks returns the entry and its static imports', () => {
  expect([...landingChunks(manifest)]).toEqual(['index.html', '_base']);
});

test('routeChunks returns a route’s file with its static and dynamic imports, without the landing page’s chunks, dialogs or other pages', () => {
  expect(Object.fromEntries([...routeChunks(manifest)].map(([route, chunks]) => [route, [...chunks].sort()]))).toEqual({
    guide: ['_deep', '_shared', 'form', 'guide'],
    start: ['_shared', 'start'],
    chat: ['chat'],
    'tip-dialog.tsx': ['_deep', '_dialog-BIH9ZKyX.js', '_shared', 'tip-dialog.tsx'],
    '_dialog-BIH9ZKyX.js': ['_deep', '_dialog-BIH9ZKyX.js', '_shared'],
    'tasks-page.tsx': ['_shared', 'tasks-page.tsx'],
  });
});

test('landingChunks and routeChunks throw when the manifest is incomplete', () => {
  expect(() => landingChunks({})).toThrow('has no entry');
  expect(() => routeChunks({ entry: { file: 'a.js', isEntry: true, dynamicImports: ['gone'] } })).toThrow('no gone');
});
