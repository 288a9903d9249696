// Allowed imports between parts of the repository. For every rule, infra/tooling/fixtures/dependency-rules/<rule> is a tree
// that breaks it, and infra/tooling/test/dependency-rules.test.ts proves that the rule reports it.

const ours = '^(contracts|libs|services|bff|frontend|infra)/';
const tests = '\\.test\\.tsx?$|/test/';
const service = '^services/([^/]+)';

// Contracts that are plain data and functions. The browser runs these; it imports only types of the others.
const contractsOfTheBrowser =
  'ad-plan|address-groups|arrivals|drops|exchange-sites|exchanges|explorers|job-words|known-exchange-addresses|metamask|names|pages|post-length|prices|reference|refund-terms|refund-way|robinhood|secrets|source-age|task-kinds|top-level-domains|wallets|words|xrp-address';

// Libraries of pure functions.
const pureLibraries = '(^|/)node_modules/(compromise|simple-statistics)/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'contracts-import-no-workspace',
      comment: 'The browser and the servers share the contracts.',
      from: { path: '^contracts/' },
      to: { path: ours, pathNot: '^contracts/' },
    },
    {
      name: 'runtime-imports-contracts',
      comment: "The server library imports no service. Its adapter tests get their servers from the test run's setup.",
      from: { path: '^libs/runtime/' },
      to: { path: ours, pathNot: ['^(contracts|libs/runtime)/', '^infra/tooling/vitest-'] },
    },
    {
      name: 'guidance-imports-contracts',
      comment: 'Guides and answers belong to no service.',
      from: { path: '^libs/guidance/' },
      to: { path: ours, pathNot: '^(contracts|libs/(guidance|text))/' },
    },
    {
      name: 'text-imports-contracts',
      comment: 'Functions on text belong to no service.',
      from: { path: '^libs/text/' },
      to: { path: ours, pathNot: '^(contracts|libs/text)/' },
    },
    {
      name: 'pure-library-has-no-io',
      comment: 'The output depends on the input only: no files, no network, no clock.',
      from: { path: '^libs/(guidance|text)/', pathNot: tests },
      to: { pathNot: [ours, '^node_modules/(minisearch|flesch-kincaid|syllable)/'] },
    },
    {
      name: 'service-imports-libraries-and-contracts',
      comment: 'Services communicate by events only, and do not depend on where they run.',
      from: { path: `${service}/`, pathNot: tests },
      to: { path: ours, pathNot: '^(contracts|libs|services/$1)/' },
    },
    {
      name: 'service-test-adds-the-sandbox',
      comment: 'The tests of a service run it alone, with the sandbox for the third parties.',
      from: { path: `${service}/.*(${tests})` },
      to: { path: ours, pathNot: '^(contracts|libs|services/$1|infra/sandbox)/' },
    },
    {
      name: 'bff-imports-libraries-and-contracts',
      comment: 'The BFF composes services by HTTP.',
      from: { path: '^bff/', pathNot: tests },
      to: { path: ours, pathNot: '^(contracts|libs|bff)/' },
    },
    {
      name: 'bff-test-adds-whole-services-and-the-sandbox',
      comment: 'The tests of the BFF start the real services that it composes.',
      from: { path: `^bff/.*(${tests})` },
      to: {
        path: ours,
        pathNot: [
          '^(contracts|libs|bff|infra/sandbox)/',
          '^services/[^/]+/src/index\\.ts$',
          '^infra/tooling/vitest-adapters-setup\\.ts$',
        ],
      },
    },
    {
      name: 'frontend-imports-contracts',
      comment: 'Server code never reaches the browser.',
      from: { path: '^frontend/', pathNot: ['\\.config\\.ts$', tests] },
      to: { path: ours, pathNot: '^(contracts|frontend)/' },
    },
    {
      name: 'frontend-test-adds-pure-libraries',
      comment: 'Page tests use the real texts, and measure their reading age.',
      from: { path: `^frontend/.*(${tests})` },
      to: { path: ours, pathNot: '^(contracts|frontend|libs/(guidance|text))/' },
    },
    {
      name: 'sandbox-imports-no-workspace',
      comment: 'The sandbox simulates third parties, which have no access to our code.',
      from: { path: '^infra/sandbox/' },
      to: { path: ours, pathNot: '^infra/sandbox/' },
    },
    {
      name: 'run-imports-the-server-side',
      comment: 'The composition root starts the servers.',
      from: { path: '^infra/run/' },
      to: { path: ours, pathNot: '^(contracts|libs|services|bff|infra/(run|process|postgres|sandbox))/' },
    },
    {
      name: 'run-is-not-imported',
      comment: 'Tools start the product as a process.',
      from: { pathNot: '^infra/run/' },
      to: { path: '^infra/run/' },
    },
    {
      name: 'process-and-postgres-import-no-product',
      comment: 'The product, its tests and the bench all start programs with them.',
      from: { path: '^infra/(process|postgres)/', pathNot: tests },
      to: { path: ours, pathNot: '^infra/(process|postgres)/' },
    },
    {
      name: 'domain-imports-contracts',
      comment: 'The rules of a service are pure: no database, no HTTP, no clock, no randomness.',
      from: { path: `${service}/src/domain/`, pathNot: tests },
      to: { pathNot: ['^(contracts|libs/(guidance|text))/', '^services/$1/src/domain/', pureLibraries] },
    },
    {
      name: 'store-imports-domain',
      comment: 'The store persists the results of the domain.',
      from: { path: `${service}/src/[a-z-]*store\\.ts$` },
      to: { path: '^services/$1/', pathNot: '^services/$1/src/(domain/|([a-z-]*store|tables)\\.ts$)' },
    },
    {
      name: 'entry-points-are-imported-by-index',
      comment:
        'http, events and jobs are the entry points of a service: they import its other modules, not each other.',
      from: { path: `${service}/src/`, pathNot: ['/src/index\\.ts$', tests] },
      to: { path: '^services/$1/src/(http|events|jobs|index)\\.ts$' },
    },
    {
      name: 'use-cases-are-imported-by-entry-points',
      comment: 'An entry point or another use case starts a use case; a gateway only calls a third party.',
      from: {
        path: `${service}/src/`,
        pathNot: ['^services/[^/]+/src/(use-cases/|(http|events|jobs|index|[a-z-]+-routes)\\.ts$)', tests],
      },
      to: { path: '^services/$1/src/use-cases/' },
    },
    {
      name: 'runtime-alone-imports-infrastructure',
      comment: 'Buses, queues, databases, logs and traces are reached through the runtime.',
      from: { path: ours, pathNot: ['^libs/runtime/', '^infra/(e2e|bench|chaos|kafka|simulate)/'] },
      to: { path: 'node_modules/(@types/)?(kafkajs|bullmq|ioredis|pg|pino|@opentelemetry)(/|$)' },
    },
    {
      name: 'payment-alone-imports-stripe',
      comment: 'One service calls the payment provider; the sandbox simulates it.',
      from: { path: ours, pathNot: ['^services/payment/', '^infra/(sandbox|e2e|bench)/'] },
      to: { path: 'node_modules/stripe(/|$)' },
    },
    {
      name: 'frontend-reaches-no-validator',
      comment:
        'The contracts type the calls of the browser; validators stay on the server, which keeps them out of the bundle.',
      from: { path: ['^frontend/src/', `^contracts/src/(${contractsOfTheBrowser})\\.ts$`], pathNot: tests },
      to: {
        path: ['^contracts/', 'node_modules/zod(/|$)'],
        pathNot: `^contracts/src/(${contractsOfTheBrowser})\\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'frontend-lib-imports-lib',
      comment: 'lib imports neither product code nor React components.',
      from: { path: '^frontend/src/lib/', pathNot: tests },
      to: { path: '^frontend/src/(?!lib/)' },
    },
    {
      name: 'frontend-ui-imports-lib',
      comment: 'The design system imports no product code.',
      from: { path: '^frontend/src/ui/', pathNot: tests },
      to: { path: '^frontend/src/(?!lib/|ui/)' },
    },
    {
      name: 'frontend-domain-imports-ui-and-lib',
      from: { path: '^frontend/src/domain/', pathNot: tests },
      to: { path: '^frontend/src/(?!lib/|ui/|domain/)' },
    },
    {
      name: 'frontend-operator-imports-no-feature',
      from: { path: '^frontend/src/operator/', pathNot: tests },
      to: { path: '^frontend/src/(features|app)/' },
    },
    {
      name: 'frontend-feature-imports-no-feature',
      comment: 'Code that two features need is in domain, operator, ui or lib.',
      from: { path: '^frontend/src/features/([^/]+)/' },
      to: { path: '^frontend/src/features/(?!$1/)' },
    },
    {
      name: 'frontend-feature-imports-no-app',
      from: { path: '^frontend/src/features/' },
      to: { path: '^frontend/src/app/' },
    },
    { name: 'no-cycles', from: {}, to: { circular: true } },
    {
      name: 'nothing-unresolved',
      comment: 'An import that cannot be resolved escapes every other rule.',
      from: {},
      to: { couldNotResolve: true },
    },
  ].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    // TypeScript 7 has no API for dependency-cruiser, which then finds nothing and reports success: swc parses.
    parser: 'swc',
    exclude: { path: ['^infra/tooling/fixtures/', '(^|/)dist/', '^infra/kafka/target/'] },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
