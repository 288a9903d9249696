import { amount, type Metric, type Results, sortByTime } from './results.ts';

// The sums of docs/scale.md. A journey is a transfer that is created, paid by card and unlocked, with its receipt.

/** A number that the sums use. */
interface Input {
  name: string;
  value: number;
  unit: Metric['unit'];
  source: string;
}

/** Formulas by name; each depends on the number of journeys a second. */
type Sums = [name: string, formula: string, sum: (rate: number) => string][];

const rates = [100, 10_000];
const section = /(<!-- scale:([a-z]+) -->)[\s\S]*?(<!-- \/scale:\2 -->)/g;

const chosen = 'chosen';
const secondsPerDay = 86_400;

/** Returns the inputs by their keys. @throws Error if the bench has no full run of a part */
function readInputs(runs: readonly Results[]) {
  const sorted = sortByTime(runs);
  const measured = (part: Results['part'], name: string): Input => {
    const run = sorted.findLast((run) => run.part === part && run.scale === 1);
    if (!run) throw new Error(`The part ${part} of the bench has no stored full run.`);
    const metric = run.metrics.find((metric) => metric.name === name);
    if (!metric) throw new Error(`The newest run of the part ${part} has no metric “${name}”.`);
    return { name, value: metric.value, unit: metric.unit, source: `npm run bench, commit ${run.commit}` };
  };
  const given = (name: string, value: number, unit: Metric['unit'], source: string): Input => ({
    name,
    value,
    unit,
    source,
  });
  return {
    cpu: measured('journeys', 'processor time of a journey'),
    ofServices: measured('journeys', '… of which services and BFF'),
    database: measured('journeys', '… of which PostgreSQL'),
    oneInstance: measured('rolling', 'paid journeys, one instance of each service'),
    twoInstances: measured('rolling', 'paid journeys, two instances of each service'),
    guide: measured('load', 'webhook → instructions readable, one at a time, p50'),
    creates: measured('load', 'transfers created through the BFF, 200,000 rows'),
    use: given('share of a processor or partition that is planned for use', 60, '%', chosen),
    perInstance: given('connections to PostgreSQL per instance', 10, '', 'default of `DATABASE_CONNECTIONS`'),
    connections: given('connections that PostgreSQL accepts', 197, '', '`docker-compose.yml`'),
    partitions: given('partitions per topic', 16, '', 'default of `KAFKA_PARTITIONS`'),
    largeServer: given('processors of a large PostgreSQL server', 64, '', chosen),
    jobs: given('jobs per journey', 1, '', 'the code: the mail with the receipt'),
    jobWrites: given(
      'writes to `queued_job` per job',
      3,
      '',
      'the code: insert, update by the check a minute later, delete',
    ),
    storedSeconds: given('time for which completed jobs are stored', 3_600, 's', '`queue-backend.ts`'),
    stripeCalls: given(
      'calls to Stripe per journey',
      2,
      '',
      'the code: create the payment, fetch it when the browser returns',
    ),
    stripeAll: given(
      'calls a second that Stripe allows',
      100,
      '/s',
      '[Stripe’s default](https://docs.stripe.com/rate-limits)',
    ),
    stripeEach: given('… of one kind', 25, '/s', '[Stripe’s default](https://docs.stripe.com/rate-limits)'),
  };
}

/** Fills the sections of docs/scale.md, which begin with `<!-- scale:name -->`. */
export function fillScale(document: string, runs: readonly Results[]): string {
  const inputs = readInputs(runs);
  const { cpu, ofServices, database, oneInstance, guide, creates, use, perInstance } = inputs;
  const { connections, partitions, largeServer, jobs, jobWrites, storedSeconds } = inputs;
  const { stripeCalls, stripeAll, stripeEach } = inputs;
  const used = use.value / 100;
  const perPartition = 1_000 / guide.value;
  const instancesFor = (rate: number) => Math.ceil((rate * ofServices.value) / 1_000 / used);

  const sums: Sums = [
    ['busy processors, all', `rate × ${show(cpu)}`, (rate) => cores(rate * cpu.value)],
    ['busy processors, PostgreSQL', `rate × ${show(database)}`, (rate) => cores(rate * database.value)],
    ['busy processors, services and BFF', `rate × ${show(ofServices)}`, (rate) => cores(rate * ofServices.value)],
    [
      'processors to provide',
      `busy processors ÷ ${show(use)}`,
      (rate) => count(Math.ceil((rate * cpu.value) / 1_000 / used)),
    ],
    ['instances of services and BFF', `their busy processors ÷ ${show(use)}`, (rate) => count(instancesFor(rate))],
    [
      'connections to PostgreSQL',
      `instances × ${show(perInstance)}`,
      (rate) => count(instancesFor(rate) * perInstance.value),
    ],
    [
      'partitions of the topic `payment`',
      `rate ÷ (1 s ÷ ${show(guide)} × ${show(use)})`,
      (rate) => count(Math.ceil(rate / (perPartition * used))),
    ],
    [
      'machines of 2 cores for the creates alone',
      `rate ÷ ${show(creates)}`,
      (rate) => (rate / creates.value).toFixed(1),
    ],
    [
      'writes to `queued_job` a second',
      `rate × ${show(jobs)} × ${show(jobWrites)}`,
      (rate) => count(rate * jobs.value * jobWrites.value),
    ],
    [
      'completed jobs that BullMQ stores',
      `rate × ${show(jobs)} × ${show(storedSeconds)}`,
      (rate) => count(rate * jobs.value * storedSeconds.value),
    ],
    ['new transfers a day', `rate × ${count(secondsPerDay)} s`, (rate) => count(rate * secondsPerDay)],
    ['calls to Stripe a second', `rate × ${show(stripeCalls)}`, (rate) => count(rate * stripeCalls.value)],
  ];
  const limits: [name: string, formula: string, rate: number][] = [
    ['Stripe, one kind of call', show(stripeEach), stripeEach.value],
    ['Stripe, all calls', `${show(stripeAll)} ÷ ${show(stripeCalls)}`, stripeAll.value / stripeCalls.value],
    ['one machine of 2 cores', show(oneInstance), oneInstance.value],
    [
      'connections of the Compose file',
      `${show(connections)} ÷ ${show(perInstance)} × ${show(use)} ÷ ${show(ofServices)}`,
      ((connections.value / perInstance.value) * used * 1_000) / ofServices.value,
    ],
    ['partitions', `${show(partitions)} × 1 s ÷ ${show(guide)} × ${show(use)}`, partitions.value * perPartition * used],
    [
      'one large PostgreSQL server',
      `${show(largeServer)} × ${show(use)} ÷ ${show(database)}`,
      (largeServer.value * used * 1_000) / database.value,
    ],
  ];
  const tables: Record<string, string[][]> = {
    inputs: [
      ['number', 'value', 'source'],
      ...Object.values(inputs).map((input) => [input.name, show(input), input.source]),
    ],
    sums: [
      ['for', 'sum', ...rates.map((rate) => `${count(rate)}/s`)],
      ...sums.map(([name, formula, sum]) => [name, formula, ...rates.map(sum)]),
    ],
    limits: [
      ['limit', 'sum', 'journeys a second'],
      ...limits
        .toSorted(([, , one], [, , other]) => one - other)
        .map(([name, formula, rate]) => [name, formula, count(Math.floor(rate))]),
    ],
  };
  return document.replace(section, (_all, start: string, name: string, end: string) => {
    return `${start}\n\n${renderTable(tables[name] ?? [])}\n\n${end}`;
  });
}

function renderTable([head = [], ...rows]: string[][]): string {
  const rule = `|${'---|'.repeat(head.length)}`;
  const [first, ...others] = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [first, rule, ...others].join('\n');
}

function show({ value, unit }: Input): string {
  return Number.isInteger(value)
    ? `${count(value)}${unit === '/s' || unit === '' ? unit : ` ${unit}`}`
    : amount(value, unit);
}

function cores(milliseconds: number): string {
  return (milliseconds / 1_000).toLocaleString('en-US', { maximumFractionDigits: 1 });
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
