import type { MessagingTables } from '@xrp-bridge/runtime';
import type { Generated } from 'kysely';

export interface Tables extends MessagingTables {
  operator_password: { only_one: Generated<boolean>; hash: string };
  operator_session: {
    id: Generated<string>;
    token_hash: Buffer;
    name: string;
    ip: string;
    started_at: Generated<Date>;
    expires_at: Date;
  };
  sign_in_failure: { id: Generated<string>; network: string; at: Date };
  audit: {
    id: Generated<string>;
    at: Date;
    operator: string;
    ip: string;
    /** Null in what was written before there were words. */
    what: string | null;
    action: string;
    subject: string | null;
    reason: string | null;
    outcome: string;
  };
  secret: { name: string; value: Buffer };
  flag: { name: string; is_on: boolean };
  address_step: { day: string; from_exchange: string; to_wallet: string; times: number };
}
