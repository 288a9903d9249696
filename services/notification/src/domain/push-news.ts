/** The arrivals that are pushed to a browser: a test, a part of the XRP, or the last of it. */
export const pushNews = ['test', 'part', 'home'] as const;
export type PushNews = (typeof pushNews)[number];
