import type { ServiceContext } from '@xrp-bridge/runtime';
import type { AdsSettings } from '../config.ts';
import { createBitmedia, createCoinzilla, type Network } from '../networks/network.ts';
import { keysOf } from '../platform-settings.ts';
import type { Tables } from '../store.ts';
import type { XGateway } from '../x.ts';
import { createApi } from './api.ts';
import { createGoogleAds } from './google-ads.ts';
import { createMeta, isMetaLimit } from './meta.ts';
import type { Platform } from './platform.ts';
import { createXAds, type XAds } from './x-ads.ts';

/** The platforms with an API for campaigns. */
export type Platforms = Record<'google' | 'meta', Platform> & Record<'x', XAds>;

type Base = Pick<ServiceContext<AdsSettings, Tables>, 'settings' | 'providers' | 'clock'>;

export function openPlatforms({ settings, providers, clock }: Base, x: XGateway): Platforms {
  const google = keysOf(settings, {
    developerToken: 'GOOGLE_ADS_DEVELOPER_TOKEN',
    clientId: 'GOOGLE_ADS_CLIENT_ID',
    clientSecret: 'GOOGLE_ADS_CLIENT_SECRET',
    refreshToken: 'GOOGLE_ADS_REFRESH_TOKEN',
    customerId: 'GOOGLE_ADS_CUSTOMER_ID',
  });
  const meta = keysOf(settings, {
    accessToken: 'META_ACCESS_TOKEN',
    accountId: 'META_AD_ACCOUNT_ID',
    pageId: 'META_PAGE_ID',
  });
  const xAds = keysOf(settings, { accountId: 'X_ADS_ACCOUNT_ID', fundingId: 'X_ADS_FUNDING_ID' });
  const reportGoogle = providers.add('Google Ads', google !== null);
  const reportMeta = providers.add('Meta', meta !== null);
  const reportXAds = providers.add('X Ads', x.configured && xAds !== null);
  return {
    google: createGoogleAds(
      {
        ads: createApi({ base: settings.GOOGLE_ADS_API_BASE, report: reportGoogle }),
        oauth: createApi({ base: settings.GOOGLE_OAUTH_BASE, report: reportGoogle }),
      },
      google && { ...google, loginCustomerId: settings.GOOGLE_ADS_LOGIN_CUSTOMER_ID },
      clock,
    ),
    meta: createMeta(createApi({ base: settings.META_API_BASE, report: reportMeta, isLimit: isMetaLimit }), meta),
    x: createXAds(x, settings.X_ADS_API_BASE, xAds, reportXAds, clock),
  };
}

export function openNetworks({ settings, providers }: Base): Network[] {
  const coinzilla = { zone: settings.COINZILLA_URL, report: settings.COINZILLA_REPORT_URL };
  const bitmedia = { zone: settings.BITMEDIA_URL, report: settings.BITMEDIA_REPORT_URL };
  return [
    createCoinzilla(coinzilla, providers.add('Coinzilla', coinzilla.zone !== undefined)),
    createBitmedia(bitmedia, providers.add('Bitmedia', bitmedia.zone !== undefined)),
  ];
}
