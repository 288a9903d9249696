import { type Kysely, sql } from 'kysely';

/** The sources' own sites and publishers that are known for reporting on finance, technology and this market. */
const known =
  'github.com ycombinator.com reddit.com x.com ripple.com xrpl.org stellar.org algorand.co hedera.com quant.network ' +
  'bitcoincore.org ethereum.org solana.com cardano.org polkadot.com chain.link avax.network cosmos.network near.org ' +
  'xdc.org iota.org vechain.org tron.network litecoin.org tezos.com ' +
  'reuters.com apnews.com bloomberg.com ft.com wsj.com cnbc.com bbc.com bbc.co.uk theguardian.com nytimes.com ' +
  'washingtonpost.com economist.com forbes.com fortune.com businesswire.com prnewswire.com globenewswire.com ' +
  'nasdaq.com marketwatch.com investing.com yahoo.com barrons.com axios.com techcrunch.com theverge.com wired.com ' +
  'arstechnica.com zdnet.com nikkei.com scmp.com straitstimes.com japantimes.co.jp handelsblatt.com lemonde.fr ' +
  'coindesk.com theblock.co decrypt.co cointelegraph.com dlnews.com blockworks.co bitcoinmagazine.com ledgerinsights.com ' +
  'finextra.com pymnts.com americanbanker.com centralbanking.com europa.eu bis.org imf.org worldbank.org ' +
  'bankofengland.co.uk federalreserve.gov sec.gov';

/** Publishers by their registrable domain, and what operators decided about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table publisher (
      domain text primary key,
      state text not null check (state in ('allowed', 'waiting', 'blocked')),
      seen_at timestamptz not null default now(),
      decided_at timestamptz
    )`.execute(db);
  await sql`create index publisher_newest on publisher (seen_at desc, domain)`.execute(db);
  await sql`
    insert into publisher (domain, state) select unnest(${known.split(' ')}::text[]), 'allowed'`.execute(db);
}
