import { registerHooks } from 'node:module';

// A process that loads this module by `node --import` runs version N+1: this version with the changes that a release may
// contain (ADR 0050). Each of the other modules here replaces the original module of the same name, and imports it.

const replacements = new Map(
  [
    '@xrp-bridge/contracts/define',
    '@xrp-bridge/runtime/calls',
    '@xrp-bridge/runtime/http-client',
    '@xrp-bridge/runtime/job',
    '@xrp-bridge/runtime/service-definition',
  ].map((original) => {
    const name = original.split('/').at(-1);
    return [import.meta.resolve(original), new URL(`./${name}.ts`, import.meta.url).href];
  }),
);

registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context);
    const replacement = replacements.get(found.url);
    return replacement && context.parentURL !== replacement ? { ...found, url: replacement } : found;
  },
});
