import type { MessagingTables } from '@xrp-bridge/runtime';
import type { SigningKeyTables } from '@xrp-bridge/runtime/signing-keys';
import type { Generated } from 'kysely';

export interface Tables extends MessagingTables, SigningKeyTables {
  operator_account: {
    id: Generated<string>;
    name: string;
    role: 'owner' | 'staff';
    password_hash: string;
    /** True for the owner whose password OPERATOR_PASSWORD sets or the first start prints. */
    is_first: Generated<boolean>;
    /** Not null while the password is a one-time password. */
    one_time_until: Date | null;
    totp_secret: string | null;
    /** The secret of a second factor that is not confirmed yet. */
    totp_pending: string | null;
    /** The time step of the last accepted code, so that each code is accepted only once. */
    totp_step: string | number | null;
    disabled_at: Date | null;
    signed_in_at: Date | null;
    created_at: Generated<Date>;
  };
  recovery_code: { account_id: string; code_hash: Buffer };
  operator_session: {
    id: Generated<string>;
    token_hash: Buffer;
    account_id: string;
    name: string;
    ip: string;
    started_at: Generated<Date>;
    /** The time of the last activity. An idle session ends. */
    seen_at: Generated<Date>;
    expires_at: Date;
  };
  sign_in_failure: { id: Generated<string>; network: string; at: Date };
  audit: {
    id: Generated<string>;
    at: Date;
    operator: string;
    ip: string;
    what: string;
    action: string;
    subject: string | null;
    reason: string | null;
    outcome: string;
  };
  flag: { name: string; is_on: boolean };
  address_step: { day: string; from_exchange: string; to_wallet: string; times: number };
}
