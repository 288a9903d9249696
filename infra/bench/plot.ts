import { amount, isSameMachine, type Metric, type Results, sortByTime } from './results.ts';

export type Theme = 'light' | 'dark';

/** The colors of the product, as in docs/architecture-*.svg. */
const colors: Record<Theme, string> = {
  light:
    '--paper: #f7f5f0; --card: #fffefb; --line: #ddd8cb; --aim: #8f8874; --ink: #16202e; --ink-2: #47525f; --water: #0b5d6b;',
  dark: '--paper: #0f161d; --card: #17212b; --line: #2a3744; --aim: #7b8b99; --ink: #eef1f0; --ink-2: #b9c3c9; --water: #6fc3c9;',
};

/** The plotted metrics, each in a chart of its own. */
const charts: readonly { title: string; part: string; metric: string }[] = [
  { title: 'Creates, 1,000 rows', part: 'load', metric: 'transfers created through the BFF, 1,000 rows' },
  { title: 'Reads, 1,000 rows', part: 'load', metric: 'status reads through the BFF, 1,000 rows' },
  { title: 'Webhook to guide, p50', part: 'load', metric: 'webhook → instructions readable, one at a time, p50' },
  { title: 'LCP of /', part: 'screens', metric: '/, phone: LCP' },
  { title: 'LCP of the guide', part: 'screens', metric: 'the guide, phone: LCP' },
  { title: 'LCP of the checkout', part: 'screens', metric: '/checkout, phone: LCP' },
  { title: 'Warm start', part: 'start', metric: 'start, warm' },
  {
    title: 'Memory after the creates',
    part: 'memory',
    metric: 'memory a minute after 300,000 creates, product process',
  },
];

const columns = 4;
const card = { width: 184, height: 150, gap: 12 };
/** The area of the lines in a card. */
const area = { left: 14, right: 170, top: 62, bottom: 124 };
const legendHeight = 34;

/** A run's value of a plotted metric, and the limit that the aim of its time set for this value. */
export interface Point {
  at: number;
  value: number;
  limit?: number;
}

/** Draws how the most important metrics changed over time, on the machine of the newest run, as an SVG. */
export function drawPlot(runs: readonly Results[], theme: Theme): string {
  const full = sortByTime(runs).filter((run) => run.scale === 1);
  const machine = full.at(-1)?.machine;
  const alike = full.filter((run) => machine && isSameMachine(run.machine, machine));
  const width = columns * (card.width + card.gap) + card.gap;
  const rows = Math.ceil(charts.length / columns);
  const height = rows * (card.height + card.gap) + card.gap + legendHeight;
  const cards = charts.map((chart, index) => {
    const x = card.gap + (index % columns) * (card.width + card.gap);
    const y = card.gap + Math.floor(index / columns) * (card.height + card.gap);
    return `  <g transform="translate(${x} ${y})">\n${drawChart(chart.title, pointsOf(alike, chart), unitOf(alike, chart))}\n  </g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
  <title id="title">Measured performance over time, beside its aims</title>
  <style>
    svg { ${colors[theme]} }
    text { font: 11.5px system-ui, -apple-system, "Segoe UI", Roboto, Ubuntu, Cantarell, "Noto Sans", sans-serif; fill: var(--ink-2); }
    .name { font-weight: 600; fill: var(--ink); }
    .value { font-size: 18px; font-weight: 650; fill: var(--ink); }
    .end { text-anchor: end; }
    .page { fill: var(--paper); stroke: var(--line); }
    .card { fill: var(--card); stroke: var(--line); }
    .axis { stroke: var(--line); }
    .measured { fill: none; stroke: var(--water); stroke-width: 2; }
    .dot { fill: var(--water); }
    .aim { fill: none; stroke: var(--aim); stroke-width: 1.5; stroke-dasharray: 4 3; }
  </style>
  <rect class="page" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="16"/>
${cards.join('\n')}
  <path class="measured" d="M${card.gap + 4} ${height - 20}h24"/>
  <text x="${card.gap + 36}" y="${height - 16}">measured</text>
  <path class="aim" d="M${card.gap + 112} ${height - 20}h24"/>
  <text x="${card.gap + 144}" y="${height - 16}">aim (of a ratio: times the baseline of the same run); LCP is on a slow phone</text>
</svg>
`;
}

/** Returns a metric's values in all runs, the oldest first. */
export function pointsOf(runs: readonly Results[], { part, metric: name }: { part: string; metric: string }): Point[] {
  return runs.flatMap((run) => {
    const metric = run.part === part ? run.metrics.find((each) => each.name === name) : undefined;
    if (!metric) return [];
    const limit = limitOf(metric);
    return { at: Date.parse(run.at), value: metric.value, ...(limit === undefined ? {} : { limit }) };
  });
}

/** Returns the aim's limit of the value. The limit of a ratio is multiplied by the baseline. */
function limitOf({ aim, baseline }: Metric): number | undefined {
  if (!aim) return undefined;
  const limit = 'atMost' in aim ? aim.atMost : aim.atLeast;
  if (aim.of !== 'baseline') return limit;
  return baseline === undefined ? undefined : limit * baseline;
}

function unitOf(runs: readonly Results[], { metric: name }: { metric: string }): Metric['unit'] {
  return runs.flatMap(({ metrics }) => metrics).find((metric) => metric.name === name)?.unit ?? '';
}

function drawChart(title: string, points: readonly Point[], unit: Metric['unit']): string {
  const first = points[0];
  const last = points.at(-1);
  const frame = [
    `    <rect class="card" width="${card.width}" height="${card.height}" rx="12"/>`,
    `    <text class="name" x="${area.left}" y="22">${title}</text>`,
  ];
  if (!first || !last) return [...frame, `    <text x="${area.left}" y="46">not measured yet</text>`].join('\n');
  const highest = Math.max(...points.flatMap(({ value, limit = 0 }) => [value, limit]));
  const x = (at: number) => {
    const share = last.at > first.at ? (at - first.at) / (last.at - first.at) : 1;
    return round(area.left + share * (area.right - area.left));
  };
  const y = (value: number) => round(area.bottom - (value / highest) * (area.bottom - area.top));
  const limited = points.flatMap(({ at, limit }) => (limit === undefined ? [] : { at, value: limit }));
  const line = (of: readonly Point[]) => `M${of.map(({ at, value }) => `${x(at)} ${y(value)}`).join('L')}`;
  // A line of one point would be invisible.
  const aims = limited.length === 1 ? `${line(limited)}H${area.left}` : line(limited);
  return [
    ...frame,
    `    <text class="value" x="${area.left}" y="46">${amount(last.value, unit)}</text>`,
    `    <path class="axis" d="M${area.left} ${area.bottom}H${area.right}"/>`,
    ...(limited.length > 0 ? [`    <path class="aim" d="${aims}"/>`] : []),
    `    <path class="measured" d="${line(points)}"/>`,
    ...points.map(({ at, value }) => `    <circle class="dot" cx="${x(at)}" cy="${y(value)}" r="3"/>`),
    ...(last.at > first.at ? [`    <text x="${area.left}" y="141">${dayOf(first.at)}</text>`] : []),
    `    <text class="end" x="${area.right}" y="141">${dayOf(last.at)}</text>`,
  ].join('\n');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function dayOf(at: number): string {
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}
