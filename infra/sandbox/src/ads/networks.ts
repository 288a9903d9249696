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

/** What they show when nothing else is said: plainly a sample. */
const sample = (network: NetworkName): SandboxAd => ({
  title: `Sample ad of ${network}`,
  description: 'Shown by the sandbox only.',
  pictureUrl: null,
  clickUrl: `https://${network}.example.com/sample`,
});

/** Networks that pay for showing ads of others: Coinzilla's native zone, and Bitmedia by OpenRTB. */
export function createNetworks(world: World): Provider[] {
  const shown = new Map<NetworkName, SandboxAd>();
  const adOf = (network: NetworkName) => shown.get(network) ?? sample(network);
  const faulty = (network: NetworkName) => serveFaulty(world, network, network);
  return [
    {
      name: 'coinzilla',
      routes(app) {
        app.get(
          '/coinzilla/serve/native.php',
          faulty('coinzilla')(() => {
            const { title, description, pictureUrl, clickUrl } = adOf('coinzilla');
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
      },
      controls: (app) =>
        app.post('/network-ads', async (request) => {
          const { network, ...ad } = check(adRequest, request.body);
          shown.set(network, ad);
          return { network, ...ad };
        }),
      state: () => ({}),
      reset: () => shown.clear(),
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
              seatbid: [{ bid: [{ id: '1', impid: '1', price: 0.5, adm: nativeOf(adOf('bitmedia')) }] }],
            };
          }),
        );
      },
      state: () => ({}),
      reset() {},
    },
  ];
}

/** The ad as OpenRTB Native writes it. */
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
