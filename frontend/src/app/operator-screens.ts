import type { OperatorPageName } from '@xrp-bridge/contracts/pages';
import { type ComponentType, lazy } from 'react';

/** What is shown on each page that is for operators, in a file of its own. */
export const operatorScreens: Record<OperatorPageName, ComponentType> = {
  admin: lazy(async () => ({ default: (await import('../features/operator-admin/admin-page.tsx')).AdminPage })),
  adminTransfers: lazy(async () => ({
    default: (await import('../features/operator-orders/transfers-page.tsx')).TransfersPage,
  })),
  adminTransfer: lazy(async () => ({
    default: (await import('../features/operator-orders/transfer-page.tsx')).TransferPage,
  })),
  adminPayments: lazy(async () => ({
    default: (await import('../features/operator-orders/payments-page.tsx')).PaymentsPage,
  })),
  adminBypass: lazy(async () => ({
    default: (await import('../features/operator-orders/bypass-page.tsx')).BypassPage,
  })),
  adminTasks: lazy(async () => ({
    default: (await import('../features/operator-orders/tasks-page.tsx')).TasksPage,
  })),
  adminContacts: lazy(async () => ({
    default: (await import('../features/operator-orders/contacts-page.tsx')).ContactsPage,
  })),
  adminActivity: lazy(async () => ({
    default: (await import('../features/operator-system/activity-page.tsx')).ActivityPage,
  })),
  adminEvents: lazy(async () => ({
    default: (await import('../features/operator-system/dead-letters-page.tsx')).DeadLettersPage,
  })),
  adminJobs: lazy(async () => ({ default: (await import('../features/operator-system/jobs-page.tsx')).JobsPage })),
  adminProviders: lazy(async () => ({
    default: (await import('../features/operator-system/providers-page.tsx')).ProvidersPage,
  })),
  adminNewsletters: lazy(async () => ({
    default: (await import('../features/operator-system/newsletters-page.tsx')).NewslettersPage,
  })),
  adminWebhooks: lazy(async () => ({
    default: (await import('../features/operator-system/webhooks-page.tsx')).WebhooksPage,
  })),
  adminMaintenance: lazy(async () => ({
    default: (await import('../features/operator-system/maintenance-page.tsx')).MaintenancePage,
  })),
  adminAudit: lazy(async () => ({ default: (await import('../features/operator-access/audit-page.tsx')).AuditPage })),
  adminSessions: lazy(async () => ({
    default: (await import('../features/operator-access/sessions-page.tsx')).SessionsPage,
  })),
  getIp: lazy(async () => ({ default: (await import('../features/operator-access/get-ip-page.tsx')).GetIpPage })),
  marketing: lazy(async () => ({
    default: (await import('../features/operator-marketing/marketing-page.tsx')).MarketingPage,
  })),
  marketingPool: lazy(async () => ({
    default: (await import('../features/operator-marketing/pool-page.tsx')).PoolPage,
  })),
  xTest: lazy(async () => ({ default: (await import('../features/operator-marketing/x-test-page.tsx')).XTestPage })),
};
