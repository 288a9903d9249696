import { z } from 'zod';
import { check } from '../control.ts';
import type { Provider, World } from '../provider.ts';
import { serveFaulty } from '../signals/faulty.ts';

const NETWORKS = ['coinzilla', 'bitmedia'] as const;
type NetworkName = (typeof NETWORKS)[number];

const adRequest = z.strictObject({
  network: z.enum(NETWORKS),
  title: z.string().max(10_000),
  description: z.string().max(10_000).default(''),
  pictureUrl: z.string().nullable().default(null),
  clickUrl: z.string(),
});
type SandboxAd = Omit<z.infer<typeof adRequest>, 'network'>;

/** Returns the default ad, which is clearly marked as a sample. */
const sample = (network: NetworkName): SandboxAd => ({
  title: `Sample ad of ${network}`,
  description: 'Shown by the sandbox only.',
  pictureUrl: null,
  clickUrl: `https://${network}.example.com/sample`,
});

/** Revenue per served ad in a day's report, in dollars. */
const revenuePerAd = 0.05;

const reportQuery = z.object({ from: z.iso.date(), to: z.iso.date() });

/** Creates the ad networks: Coinzilla's native zone, Bitmedia by OpenRTB, and their daily reports. */
export function createNetworks(world: World): Provider[] {
  const shown = new Map<NetworkName, SandboxAd>();
  /** Number of served ads, by network and day. */
  const served = new Map<NetworkName, Map<string, number>>();
  const serve = (network: NetworkName): SandboxAd => {
    const days = served.get(network) ?? new Map<string, number>();
    const today = new Date(world.clock.now()).toISOString().slice(0, 10);
    served.set(network, days.set(today, (days.get(today) ?? 0) + 1));
    world.changed();
    return adOf(network);
  };
  const report = (network: NetworkName) => (request: { query: unknown }) => {
    const { from, to } = check(reportQuery, request.query);
    const days = [...(served.get(network) ?? [])].filter(([date]) => date >= from && date <= to);
    return { days: days.map(([date, ads]) => ({ date, revenue: (ads * revenuePerAd).toFixed(2) })) };
  };
  const adOf = (network: NetworkName) => shown.get(network) ?? sample(network);
  const faulty = (network: NetworkName) => serveFaulty(world, network, network);
  return [
    {
      name: 'coinzilla',
      routes(app) {
        app.get(
          '/coinzilla/serve/native.php',
          faulty('coinzilla')(() => {
            const { title, description, pictureUrl, clickUrl } = serve('coinzilla');
            return {
              ad: {
                name: title,
                description_short: description,
                thumbnail: pictureUrl,
                url: clickUrl,
                cta_button: 'Go',
              },
            };
          }),
        );
        app.get('/coinzilla/report', faulty('coinzilla')(report('coinzilla')));
      },
      controls: (app) =>
        app.post('/network-ads', async (request) => {
          const { network, ...ad } = check(adRequest, request.body);
          shown.set(network, ad);
          return { network, ...ad };
        }),
      state: () => ({
        adReports: [...served].flatMap(([network, days]) =>
          [...days].map(([day, ads]) => ({ network, day, cents: Math.round(ads * revenuePerAd * 100) })),
        ),
      }),
      save: () => ({ shown, served }),
      restore(saved: { shown: typeof shown; served: typeof served }) {
        for (const [network, ad] of saved.shown) shown.set(network, ad);
        for (const [network, counted] of saved.served) served.set(network, counted);
      },
      reset() {
        shown.clear();
        served.clear();
      },
    },
    {
      name: 'bitmedia',
      routes(app) {
        app.post(
          '/bitmedia/:unit',
          faulty('bitmedia')((request) => {
            const { id } = (request.body ?? {}) as { id?: string };
            return {
              id,
              cur: 'USD',
              seatbid: [{ bid: [{ id: '1', impid: '1', price: 0.5, adm: nativeOf(serve('bitmedia')) }] }],
            };
          }),
        );
        app.get('/bitmedia/report', faulty('bitmedia')(report('bitmedia')));
      },
      state: () => ({}),
      reset() {},
    },
  ];
}

/** Formats an ad as OpenRTB Native. */
function nativeOf({ title, description, pictureUrl, clickUrl }: SandboxAd): string {
  return JSON.stringify({
    native: {
      ver: '1.2',
      link: { url: clickUrl },
      assets: [
        { id: 1, title: { text: title } },
        ...(pictureUrl ? [{ id: 2, img: { url: pictureUrl } }] : []),
        { id: 3, data: { value: description } },
      ],
    },
  });
}
