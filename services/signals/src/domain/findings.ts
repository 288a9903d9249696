// Findings of sources, independent of their formats.

export type SourceKind = 'prices' | 'mentions' | 'development';

/** A coin's price. */
export interface Quote {
  coin: string;
  price: number;
  /** Percent. */
  change24h: number;
  volume24h: number | null;
  marketCap: number | null;
  at: Date;
}

/** A coin's closing price of a UTC day. */
export interface Candle {
  coin: string;
  /** YYYY-MM-DD. */
  day: string;
  close: number;
  volume: number | null;
}

/** A text about coins. */
export interface Item {
  url: string;
  title: string;
  /** Plain text without the title; may be empty. */
  text: string;
  /** Text for the comparison with other items; defaults to the title. */
  gist?: string;
  /** Site of the URL. */
  site: string;
  publishedAt: Date;
  language: string;
}

/** A coin's mentions in an hour, from a source that returns only numbers. */
export interface Count {
  coin: string;
  hour: Date;
  mentions: number;
}

/** Development of a coin on a day. */
export interface Work {
  coin: string;
  day: string;
  repository: string;
  commits: number;
  releases: number;
}

/** One batch of a source's findings; rows of another shape are only counted. */
export interface Findings {
  quotes?: Quote[];
  candles?: Candle[];
  items?: Item[];
  counts?: Count[];
  work?: Work[];
  refused?: number;
  /** The coin or repository whose data up to now is complete with this batch. */
  completed?: string;
}
