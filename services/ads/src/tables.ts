import type { AdPlatform } from '@xrp-bridge/contracts/ad-plan';
import type { CampaignStatus } from '@xrp-bridge/contracts/ads';
import type { EntryTable } from '@xrp-bridge/runtime/accounting';
import type { ColumnType, Generated } from 'kysely';
import type { AdAccount } from './domain/reinvestment.ts';

export interface CampaignTable {
  id: string;
  platform: AdPlatform;
  name: string;
  status: CampaignStatus;
  budget_cents: number;
  allocated_cents: Generated<string>;
  keywords: ColumnType<string[], string, string>;
  ad_message: string;
  target_audience: string;
  idempotency_key: string | null;
  provider_id: string | null;
  has_ad: Generated<boolean>;
  sent_at: Date | null;
  problem: string | null;
  spend_cents: string | null;
  impressions: string | null;
  clicks: string | null;
  performance_at: Date | null;
  created_at: Date;
}

export interface RevenueTable {
  id: string;
  kind: 'click' | 'record';
  key: string;
  source: string;
  amount_cents: number;
  ad_network: string | null;
  campaign_id: string | null;
  at: Date;
  /** Null for an estimate. Only confirmed revenue is booked and reinvested. */
  confirmed_at: Date | null;
  /** Time at which the network's report of the day replaced this estimate. */
  replaced_at: Date | null;
  due: Generated<boolean>;
  reinvested_at: Date | null;
  reinvestment_id: string | null;
}

interface ReinvestmentTable {
  id: string;
  operator: string;
  records: number;
  total_cents: string;
  reinvested_cents: string;
  at: Date;
}

export type BookingKind = RevenueTable['kind'] | 'reinvestment';

interface AdEntryTable extends EntryTable<AdAccount, BookingKind> {
  /** Id of the record, the confirmation or the reinvestment. */
  about_id: string;
}

export interface NetworkAdTable {
  id: string;
  network: 'coinzilla' | 'bitmedia';
  title: string;
  description: string;
  picture_id: string | null;
  click_url: string;
  until: Date;
}

export interface MoneyTables {
  click: { day: string; visitor: string; ad_id: string };
  campaign: CampaignTable;
  revenue_record: RevenueTable;
  reinvestment: ReinvestmentTable;
  allocation: { reinvestment_id: string; campaign_id: string; amount_cents: string };
  reinvested: { only_one: Generated<boolean>; records_cents: string };
  accounting_entry: AdEntryTable;
  picture: { id: string; bytes: Buffer; used_at: Date };
  network_ad: NetworkAdTable;
}
