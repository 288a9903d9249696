/** The arrivals that are pushed to a browser: the test payment, a part of the XRP, or the last part. */
export const pushNews = ['test', 'part', 'home'] as const;
export type PushNews = (typeof pushNews)[number];
