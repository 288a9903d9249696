// Who may import whom. For every rule, infra/tooling/fixtures/dependency-rules/<rule> is a tree that breaks it, and
// infra/tooling/test/dependency-rules.test.ts proves that it fires there.

const ours = '^(contracts|libs|services|bff|frontend|infra)/';
const tests = '\\.test\\.tsx?$|/test/';
const aService = '^services/([^/]+)';

// Contracts that are plain data and functions: the browser runs them, the others only type it.
const contractsOfTheBrowser =
  'ad-plan|address-groups|arrivals|drops|exchanges|explorers|job-words|known-exchange-addresses|metamask|names|pages|post-length|prices|reference|refund-terms|refund-way|robinhood|secrets|source-age|top-level-domains|wallets|words|xrp-address';

// Libraries that only calculate: the same input gives the same result, and nothing outside is touched.
const pureLibraries = '(^|/)node_modules/(compromise|simple-statistics)/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'contracts-import-nothing-of-ours',
      comment: 'Browser and servers share the contracts.',
      from: { path: '^contracts/' },
      to: { path: ours, pathNot: '^contracts/' },
    },
    {
      name: 'runtime-imports-contracts',
      comment: "The server library knows no service. Its adapter tests get their servers from the test run's setup.",
      from: { path: '^libs/runtime/' },
      to: { path: ours, pathNot: ['^(contracts|libs/runtime)/', '^infra/tooling/vitest-'] },
    },
    {
      name: 'guidance-imports-contracts',
      comment: 'What we know and say belongs to no service.',
      from: { path: '^libs/guidance/' },
      to: { path: ours, pathNot: '^(contracts|libs/(guidance|text))/' },
    },
    {
      name: 'text-imports-contracts',
      comment: 'What is done with any text belongs to no service.',
      from: { path: '^libs/text/' },
      to: { path: ours, pathNot: '^(contracts|libs/text)/' },
    },
    {
      name: 'pure-library-has-no-io',
      comment: 'The same question or text is given the same answer: no files, no network, no clock.',
      from: { path: '^libs/(guidance|text)/', pathNot: tests },
      to: { pathNot: [ours, '^node_modules/(minisearch|flesch-kincaid|syllable)/'] },
    },
    {
      name: 'service-imports-libraries-and-contracts',
      comment: 'Services talk to each other by events only, and do not know where they run.',
      from: { path: `${aService}/`, pathNot: tests },
      to: { path: ours, pathNot: '^(contracts|libs|services/$1)/' },
    },
    {
      name: 'service-test-adds-the-sandbox',
      comment: 'A service is tested by itself, with the sandbox as the outside world.',
      from: { path: `${aService}/.*(${tests})` },
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
      comment: 'The BFF is tested against the services that it composes, started as they are.',
      from: { path: `^bff/.*(${tests})` },
      to: {
        path: ours,
        pathNot: ['^(contracts|libs|bff|infra/sandbox)/', '^services/[^/]+/src/index\\.ts$'],
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
      comment: 'Pages are tested with the words that people really read, and for how hard these are to read.',
      from: { path: `^frontend/.*(${tests})` },
      to: { path: ours, pathNot: '^(contracts|frontend|libs/(guidance|text))/' },
    },
    {
      name: 'sandbox-imports-nothing-of-ours',
      comment: 'The sandbox plays the third parties: it cannot know us.',
      from: { path: '^infra/sandbox/' },
      to: { path: ours, pathNot: '^infra/sandbox/' },
    },
    {
      name: 'run-imports-the-server-side',
      comment: 'The composition root puts servers together.',
      from: { path: '^infra/run/' },
      to: { path: ours, pathNot: '^(contracts|libs|services|bff|infra/(run|process|postgres|sandbox))/' },
    },
    {
      name: 'run-is-imported-by-nobody',
      comment: 'Tools start the product as a process.',
      from: { pathNot: '^infra/run/' },
      to: { path: '^infra/run/' },
    },
    {
      name: 'process-and-postgres-know-no-product',
      comment: 'They start programs, whoever asks: the product, its tests, the bench.',
      from: { path: '^infra/(process|postgres)/', pathNot: tests },
      to: { path: ours, pathNot: '^infra/(process|postgres)/' },
    },
    {
      name: 'domain-imports-contracts',
      comment: 'The rules of a service are pure: no database, no HTTP, no clock, no randomness.',
      from: { path: `${aService}/src/domain/`, pathNot: tests },
      to: { pathNot: ['^(contracts|libs/(guidance|text))/', '^services/$1/src/domain/', pureLibraries] },
    },
    {
      name: 'store-imports-domain',
      comment: 'The store keeps what the domain decides.',
      from: { path: `${aService}/src/[a-z-]*store\\.ts$` },
      to: { path: '^services/$1/', pathNot: '^services/$1/src/(domain/|([a-z-]*store|tables)\\.ts$)' },
    },
    {
      name: 'doors-are-imported-by-index',
      comment: 'http, events and jobs are how the world comes in: they use what is behind them, not each other.',
      from: { path: `${aService}/src/`, pathNot: ['/src/index\\.ts$', tests] },
      to: { path: '^services/$1/src/(http|events|jobs|index)\\.ts$' },
    },
    {
      name: 'use-cases-are-imported-by-doors',
      comment: 'An act is begun by a door or is part of another one; a gateway only does what it is told.',
      from: {
        path: `${aService}/src/`,
        pathNot: ['^services/[^/]+/src/(use-cases/|(http|events|jobs|index|[a-z-]+-routes)\\.ts$)', tests],
      },
      to: { path: '^services/$1/src/use-cases/' },
    },
    {
      name: 'runtime-alone-imports-infrastructure',
      comment: 'Buses, queues, databases, logs and traces are reached through the runtime.',
      from: { path: ours, pathNot: ['^libs/runtime/', '^infra/(e2e|bench|chaos|kafka)/'] },
      to: { path: 'node_modules/(@types/)?(kafkajs|bullmq|ioredis|pg|pino|@opentelemetry)(/|$)' },
    },
    {
      name: 'payment-alone-imports-stripe',
      comment: 'One service knows the payment provider; the sandbox plays it.',
      from: { path: ours, pathNot: ['^services/payment/', '^infra/(sandbox|e2e|bench)/'] },
      to: { path: 'node_modules/stripe(/|$)' },
    },
    {
      name: 'frontend-reaches-no-validator',
      comment: 'The contracts type the browser’s calls; what validates them stays on the server, and off the phone.',
      from: { path: ['^frontend/src/', `^contracts/src/(${contractsOfTheBrowser})\\.ts$`], pathNot: tests },
      to: {
        path: ['^contracts/', 'node_modules/zod(/|$)'],
        pathNot: `^contracts/src/(${contractsOfTheBrowser})\\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'frontend-lib-imports-lib',
      comment: 'lib knows neither the product nor React components.',
      from: { path: '^frontend/src/lib/', pathNot: tests },
      to: { path: '^frontend/src/(?!lib/)' },
    },
    {
      name: 'frontend-ui-imports-lib',
      comment: 'The design system does not know the product.',
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
