// Findings of sources, in a form that does not depend on the source's format.

export type SourceKind = 'prices' | 'mentions' | 'development';

/** A coin's price. */
export interface Quote {
  coin: string;
  price: number;
  /** The change of the last 24 hours in percent. */
  change24h: number;
  volume24h: number | null;
  marketCap: number | null;
  at: Date;
}

/** A coin's closing price of a UTC day. */
export interface Candle {
  coin: string;
  /** The UTC day as YYYY-MM-DD. */
  day: string;
  close: number;
  volume: number | null;
}

/** A text about coins. */
export interface Item {
  url: string;
  title: string;
  /** The text without the title, as plain text; may be empty. */
  text: string;
  /** The text that is compared with other items to find copies; by default the title. */
  gist?: string;
  /** The host of the URL, without "www". */
  site: string;
  publishedAt: Date;
  language: string;
}

/** A coin's mentions in an hour, from a source that returns only counts. */
export interface Count {
  coin: string;
  hour: Date;
  mentions: number;
}

/** The development activity of a coin on one day, in one repository. */
export interface Work {
  coin: string;
  day: string;
  repository: string;
  commits: number;
  releases: number;
}

/**
 * One batch of a source's findings.
 * Malformed and unusable rows are left out and only counted, in `refused`.
 */
export interface Findings {
  quotes?: Quote[];
  candles?: Candle[];
  items?: Item[];
  counts?: Count[];
  work?: Work[];
  refused?: number;
  /** The coin or repository whose data is complete after this batch. */
  completed?: string;
}
