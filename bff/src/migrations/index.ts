import type { Migrations } from '@xrp-bridge/runtime';
import * as tables from './0001-tables.ts';
import * as auditInOrder from './0002-audit-in-order.ts';
import * as sessionsInSight from './0003-sessions-in-sight.ts';
import * as actsInWords from './0004-acts-in-words.ts';
import * as auditBySubject from './0005-audit-by-subject.ts';
import * as auditSearched from './0006-audit-searched.ts';
import * as operatorAccounts from './0007-operator-accounts-contract.ts';
import * as signingKeys from './0008-signing-keys.ts';

export const migrations: Migrations = {
  '0001_tables': tables,
  '0002_audit_in_order': auditInOrder,
  '0003_sessions_in_sight': sessionsInSight,
  '0004_acts_in_words': actsInWords,
  '0005_audit_by_subject': auditBySubject,
  '0006_audit_searched': auditSearched,
  '0007_operator_accounts_contract': operatorAccounts,
  '0008_signing_keys': signingKeys,
};
