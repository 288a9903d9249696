import type { AdsSettings } from './config.ts';

/** X, as the account whose keys we hold. */
export interface XGateway {
  configured: boolean;
}

export function createXGateway(settings: AdsSettings): XGateway {
  const { X_API_KEY, X_API_SECRET, X_ACCESS_TOKEN, X_ACCESS_SECRET } = settings;
  return { configured: Boolean(X_API_KEY && X_API_SECRET && X_ACCESS_TOKEN && X_ACCESS_SECRET) };
}
