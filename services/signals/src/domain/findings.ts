// What sources bring, whatever they call it themselves.

export type SourceKind = 'prices' | 'mentions' | 'development';

/** What a coin costs. */
export interface Quote {
  coin: string;
  price: number;
  /** Percent. */
  change24h: number;
  volume24h: number | null;
  marketCap: number | null;
  at: Date;
}

/** What a coin cost at the end of a day (UTC). */
export interface Candle {
  coin: string;
  /** YYYY-MM-DD. */
  day: string;
  close: number;
  volume: number | null;
}

/** Something that was written about coins. */
export interface Item {
  url: string;
  title: string;
  /** What it says beyond its title, as plain text; may be empty. */
  text: string;
  /** What it is told apart by from what others tell; its title where this is missing. */
  gist?: string;
  /** The site it stands on. */
  site: string;
  publishedAt: Date;
  language: string;
}

/** How often a coin was spoken of in an hour, where a source gives the number alone. */
export interface Count {
  coin: string;
  hour: Date;
  mentions: number;
}

/** What was built for a coin on a day. */
export interface Work {
  coin: string;
  day: string;
  repository: string;
  commits: number;
  releases: number;
}

/** What a source brings at a time; what was no such thing is left out and counted. */
export interface Findings {
  quotes?: Quote[];
  candles?: Candle[];
  items?: Item[];
  counts?: Count[];
  work?: Work[];
  refused?: number;
  /** What has been told completely, up to now, of all that is asked for one by one: a coin or a repository. */
  known?: string;
}
