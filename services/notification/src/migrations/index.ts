import type { Migrations } from '@xrp-bridge/runtime';
import * as notification from './0001-notification.ts';
import * as deliveries from './0002-deliveries.ts';
import * as waitlist from './0003-waitlist.ts';
import * as subscriptions from './0004-subscriptions.ts';
import * as newsletters from './0005-newsletters.ts';
import * as concierge from './0006-concierge.ts';
import * as signals from './0007-signals.ts';
import * as contactsSearched from './0008-contacts-searched.ts';
import * as newsletterMoves from './0009-newsletter-moves.ts';
import * as newslettersByIssue from './0010-newsletters-by-issue.ts';
import * as signingKeys from './0011-signing-keys.ts';

export const migrations: Migrations = {
  '0001_notification': notification,
  '0002_deliveries': deliveries,
  '0003_waitlist': waitlist,
  '0004_subscriptions': subscriptions,
  '0005_newsletters': newsletters,
  '0006_concierge': concierge,
  '0007_signals': signals,
  '0008_contacts_searched': contactsSearched,
  '0009_newsletter_moves': newsletterMoves,
  '0010_newsletters_by_issue': newslettersByIssue,
  '0011_signing_keys': signingKeys,
};
