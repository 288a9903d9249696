import { registerHooks } from 'node:module';

const signals = new URL('../../../services/signals/src/', import.meta.url);
const replaced = new URL('reader.ts', signals).href;

/** Reads texts without a thread, whose messages would arrive in real time. */
const source = `
  import { parseFeed } from '${new URL('domain/feed.ts', signals)}';
  import { readText } from '${new URL('domain/reading.ts', signals)}';
  export const createReader = () => ({
    read: async (texts) => texts.map(({ title, text, language }) => readText(title, text, language)),
    parseFeed: async (xml) => parseFeed(xml),
    close: async () => {},
  });`;

/** Replaces the module that reads texts in a worker thread. */
export function installReader(): void {
  registerHooks({
    load: (url, context, nextLoad) =>
      url === replaced ? { format: 'module', source, shortCircuit: true } : nextLoad(url, context),
  });
}
