import type { ReportOutcome } from '@xrp-bridge/runtime';
import { z } from 'zod';
import type { NetworkAd } from '../domain/network-ad.ts';
import { centsOf, type PayingNetwork } from '../domain/revenue.ts';
import { type Api, createApi } from '../platforms/api.ts';

/**
 * An ad network that pays us.
 * Only our server sends requests to the network, never a customer's browser.
 */
export interface Network {
  name: PayingNetwork;
  /** False if no zone is set. The network is then not queried. */
  configured: boolean;
  /** Fetches the ads for our zone. The caller must validate them. */
  fetchAds(signal?: AbortSignal): Promise<NetworkAd[]>;
  /** False if no URL for the network's reports is set. Operators then confirm the estimates. */
  reports: boolean;
  /** Fetches the revenue of the days `from` to `to` (UTC, inclusive) that the network has reported. */
  readReport(from: string, to: string, signal?: AbortSignal): Promise<DayRevenue[]>;
}

/**
 * A network's URLs: `zone` returns the ads for our zone, `report` the revenue reports.
 * The URL of the zone contains our key.
 */
export interface NetworkAddresses {
  zone: string | undefined;
  report: string | undefined;
}

export interface DayRevenue {
  /** The day as `2026-11-25`. */
  day: string;
  cents: number;
}

/** The report at the configured URL, in our own format, because neither network documents a format. */
const reportReply = z.object({
  days: z.array(z.object({ date: z.iso.date(), revenue: z.coerce.number().min(0).max(1_000_000) })).max(100),
});

function openReports(address: string | undefined, report: ReportOutcome): Pick<Network, 'reports' | 'readReport'> {
  const place = openAddress(address, report);
  return {
    reports: place !== null,
    async readReport(from, to, signal) {
      if (!place) return [];
      const path = `${place.path}${place.path.includes('?') ? '&' : '?'}${new URLSearchParams({ from, to })}`;
      const { days } = await place.api.read({ method: 'GET', path, signal }, reportReply);
      return days.map(({ date, revenue }) => ({ day: date, cents: centsOf(revenue) }));
    },
  };
}

const coinzillaReply = z.object({
  ad: z.object({
    name: z.string(),
    description_short: z.string().default(''),
    thumbnail: z.string().nullish(),
    url: z.string(),
  }),
});

/** Creates Coinzilla's native zone, which returns one ad per request, as JSON. */
export function createCoinzilla(addresses: NetworkAddresses, report: ReportOutcome): Network {
  const zone = openAddress(addresses.zone, report);
  return {
    name: 'coinzilla',
    configured: zone !== null,
    ...openReports(addresses.report, report),
    async fetchAds(signal) {
      if (!zone) return [];
      const { ad } = await zone.api.read({ method: 'GET', path: zone.path, signal }, coinzillaReply);
      return [
        { title: ad.name, description: ad.description_short, pictureUrl: ad.thumbnail ?? null, clickUrl: ad.url },
      ];
    },
  };
}

/**
 * Ids of the assets that we request by OpenRTB Native 1.2.
 * https://www.iab.com/wp-content/uploads/2018/03/OpenRTB-Native-Ads-Specification-Final-1.2.pdf
 */
const assets = { title: 1, picture: 2, description: 3 } as const;
const nativeRequest = {
  ver: '1.2',
  assets: [
    { id: assets.title, required: 1, title: { len: 60 } },
    { id: assets.picture, img: { type: 3, wmin: 200, hmin: 200 } },
    { id: assets.description, data: { type: 2, len: 140 } },
  ],
};
const bitmediaReply = z.object({
  seatbid: z.array(z.object({ bid: z.array(z.object({ adm: z.string().max(20_000) })) })).default([]),
});
const nativeReply = z.object({
  native: z.object({
    link: z.object({ url: z.string() }),
    assets: z.array(
      z.object({
        id: z.int(),
        title: z.object({ text: z.string() }).optional(),
        img: z.object({ url: z.string() }).optional(),
        data: z.object({ value: z.string() }).optional(),
      }),
    ),
  }),
});

/** Creates Bitmedia's zone, which uses OpenRTB with native ads. */
export function createBitmedia(addresses: NetworkAddresses, report: ReportOutcome): Network {
  const zone = openAddress(addresses.zone, report);
  return {
    name: 'bitmedia',
    configured: zone !== null,
    ...openReports(addresses.report, report),
    async fetchAds(signal) {
      if (!zone) return [];
      // The request contains no data of the visitor: no address, no device, no id.
      const body = {
        id: 'xrp-bridge',
        imp: [{ id: '1', native: { ver: '1.2', request: JSON.stringify({ native: nativeRequest }) }, secure: 1 }],
        cur: ['USD'],
      };
      const { seatbid } = await zone.api.read({ method: 'POST', path: zone.path, body, signal }, bitmediaReply);
      return seatbid.flatMap(({ bid }) => bid).flatMap(({ adm }) => readNative(adm));
    },
  };
}

function readNative(adm: string): NetworkAd[] {
  let value: unknown;
  try {
    value = JSON.parse(adm);
  } catch {
    return [];
  }
  const read = nativeReply.safeParse(value);
  if (!read.success) return [];
  const { link, assets: given } = read.data.native;
  const asset = (id: number) => given.find((one) => one.id === id);
  return [
    {
      title: asset(assets.title)?.title?.text ?? '',
      description: asset(assets.description)?.data?.value ?? '',
      pictureUrl: asset(assets.picture)?.img?.url ?? null,
      clickUrl: link.url,
    },
  ];
}

function openAddress(address: string | undefined, report: ReportOutcome): { api: Api; path: string } | null {
  if (!address) return null;
  const { origin, pathname, search } = new URL(address);
  return { api: createApi({ base: origin, report }), path: pathname + search };
}
