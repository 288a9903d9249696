import type { OperatorPageName } from '@xrp-bridge/contracts/pages';
import type { ComponentType } from 'react';
import { AccountPage } from '../features/operator-access/account-page.tsx';
import { AuditPage } from '../features/operator-access/audit-page.tsx';
import { GetIpPage } from '../features/operator-access/get-ip-page.tsx';
import { OperatorsPage } from '../features/operator-access/operators-page.tsx';
import { SessionsPage } from '../features/operator-access/sessions-page.tsx';
import { PoolPage } from '../features/operator-marketing/pool-page.tsx';
import { XTestPage } from '../features/operator-marketing/x-test-page.tsx';
import { BypassPage } from '../features/operator-orders/bypass-page.tsx';
import { ContactsPage } from '../features/operator-orders/contacts-page.tsx';
import { PaymentsPage } from '../features/operator-orders/payments-page.tsx';
import { TasksPage } from '../features/operator-orders/tasks-page.tsx';
import { TransferPage } from '../features/operator-orders/transfer-page.tsx';
import { TransfersPage } from '../features/operator-orders/transfers-page.tsx';
import { ActivityPage } from '../features/operator-system/activity-page.tsx';
import { DeadLettersPage } from '../features/operator-system/dead-letters-page.tsx';
import { JobsPage } from '../features/operator-system/jobs-page.tsx';
import { MaintenancePage } from '../features/operator-system/maintenance-page.tsx';
import { NewslettersPage } from '../features/operator-system/newsletters-page.tsx';
import { ProvidersPage } from '../features/operator-system/providers-page.tsx';
import { PublishersPage } from '../features/operator-system/publishers-page.tsx';
import { SystemPage } from '../features/operator-system/system-page.tsx';
import { WebhooksPage } from '../features/operator-system/webhooks-page.tsx';

/**
 * The operators' screens except the two large ones, which have their own files.
 * These are in one file, because one file compresses better than thirty, and operators go from page to page.
 */
export const operatorScreens: Record<Exclude<OperatorPageName, 'admin' | 'marketing'>, ComponentType> = {
  adminTransfers: TransfersPage,
  adminTransfer: TransferPage,
  adminPayments: PaymentsPage,
  adminBypass: BypassPage,
  adminTasks: TasksPage,
  adminContacts: ContactsPage,
  adminSystem: SystemPage,
  adminActivity: ActivityPage,
  adminEvents: DeadLettersPage,
  adminJobs: JobsPage,
  adminProviders: ProvidersPage,
  adminNewsletters: NewslettersPage,
  adminPublishers: PublishersPage,
  adminWebhooks: WebhooksPage,
  adminMaintenance: MaintenancePage,
  adminAudit: AuditPage,
  adminSessions: SessionsPage,
  adminOperators: OperatorsPage,
  adminAccount: AccountPage,
  getIp: GetIpPage,
  marketingPool: PoolPage,
  xTest: XTestPage,
};
