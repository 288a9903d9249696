/** Properties of a page. This file does not import zod, because the landing page imports this file. */
export interface Page {
  /** The router's pattern: `:id` matches one segment. */
  readonly path: string;
  readonly title: string;
  /** Shows the chat beside the page; false on the page that is the chat. */
  readonly chat: boolean;
  /** Allows ads. Never true on payment pages and on pages that show an address, a tag or a step. */
  readonly ads: boolean;
  /** Shows the floating transfer assistant. */
  readonly assistant: boolean;
  /** Hides links to other pages, because the customer has a single task on the page. */
  readonly quiet: boolean;
  /**
   * The page stays open during maintenance.
   * Operator and company pages stay open, and pages on which a customer views a purchase or cancels a service.
   */
  readonly staysOpen: boolean;
  /** The server prerenders this entry page, so that it is readable before any script runs. */
  readonly prerendered: boolean;
}

type Facts = Partial<Pick<Page, 'chat' | 'ads' | 'assistant' | 'quiet' | 'staysOpen' | 'prerendered'>>;

const none = { ads: false, assistant: false, quiet: false, staysOpen: false, prerendered: false };

function customerPage(path: string, title: string, facts: Facts = {}): Page {
  return { path, title, chat: true, ...none, ...facts };
}

function companyPage(path: string, title: string): Page {
  return customerPage(path, title, { staysOpen: true, prerendered: true });
}

function operatorPage(path: string, title: string): Page {
  return { path, title, chat: false, ...none, staysOpen: true };
}

const customerPages = {
  home: customerPage('/', 'Move your XRP home', { ads: true, assistant: true, prerendered: true }),
  start: customerPage('/start', 'Get started in five steps'),
  transfer: customerPage('/transfer', 'Your transfer path', { ads: true, assistant: true, prerendered: true }),
  transferFlow: customerPage('/transfer-flow', 'Your guided transfer', { assistant: true }),
  guide: customerPage('/transfer/:id', 'Your guide', { staysOpen: true }),
  receipt: customerPage('/transfer/:id/receipt', 'Your receipt', { staysOpen: true }),
  checkout: customerPage('/checkout', 'Checkout', { quiet: true }),
  checkoutOld: customerPage('/checkout-old', 'Checkout', { quiet: true }),
  checkoutFailed: customerPage('/checkout-failed', 'Checkout', { quiet: true }),
  checkoutSuccess: customerPage('/checkout-success', 'Confirming your payment', { quiet: true, staysOpen: true }),
  resume: customerPage('/resume', 'Opening your transfer', { staysOpen: true }),
  assistant: customerPage('/assistant', 'Assistant', { chat: false }),
  concierge: customerPage('/concierge', 'Concierge', { ads: true }),
  conciergeSuccess: customerPage('/concierge-success', 'Concierge', { quiet: true, staysOpen: true }),
  conciergeDashboard: customerPage('/concierge/dashboard', 'Concierge dashboard'),
  conciergeEncryption: customerPage('/concierge/encryption', 'Protect your notes'),
  conciergeRegister: customerPage('/concierge/register', 'Concierge on another device'),
  quantum: customerPage('/quantum', 'Quantum computers and your XRP'),
  walletGuide: customerPage('/wallet-guide/:wallet', 'Your XRP address'),
  walletSetup: customerPage('/trust-wallet-setup', 'Wallet setup'),
  newsletters: customerPage('/newsletters', 'Your newsletters', { quiet: true, staysOpen: true }),
  signals: customerPage('/nansen', 'Signal dashboard', { ads: true }),
  about: companyPage('/about', 'Who we are'),
  privacy: companyPage('/privacy', 'Privacy'),
  terms: companyPage('/terms', 'Terms'),
  refunds: companyPage('/refunds', 'Refunds'),
} satisfies Record<string, Page>;

/** Pages for operators. They stay open in maintenance mode. */
export const operatorPages = {
  admin: operatorPage('/admin', 'Dashboard'),
  adminTransfers: operatorPage('/admin/transfers', 'Transfers'),
  adminTransfer: operatorPage('/admin/transfers/:id', 'Transfer details'),
  adminPayments: operatorPage('/admin/payments', 'Payments'),
  adminTasks: operatorPage('/admin/tasks', 'Tasks'),
  adminContacts: operatorPage('/admin/contacts', 'Contacts'),
  adminSystem: operatorPage('/admin/system', 'System overview'),
  adminActivity: operatorPage('/admin/activity', 'Activity'),
  adminEvents: operatorPage('/admin/events', 'Failed events'),
  adminJobs: operatorPage('/admin/jobs', 'Jobs and schedules'),
  adminProviders: operatorPage('/admin/providers', 'Providers'),
  adminPublishers: operatorPage('/admin/publishers', 'News sites'),
  adminNewsletters: operatorPage('/admin/newsletters', 'Newsletters'),
  adminWebhooks: operatorPage('/admin/webhooks', 'Webhook events'),
  adminMaintenance: operatorPage('/admin/maintenance', 'Maintenance'),
  adminAudit: operatorPage('/admin/audit', 'Audit trail'),
  adminSessions: operatorPage('/admin/sessions', 'Sessions'),
  adminOperators: operatorPage('/admin/operators', 'Operators'),
  adminAccount: operatorPage('/admin/account', 'Your account'),
  adminBypass: operatorPage('/admin-bypass', 'Bypass a payment'),
  marketing: operatorPage('/marketing', 'Marketing'),
  marketingPool: operatorPage('/marketing/pool', 'Ad pool'),
  xTest: operatorPage('/x-test', 'X connection test'),
  getIp: operatorPage('/get-ip', 'Your IP address'),
} satisfies Record<string, Page>;

/**
 * The cookie with the step of a guide that the customer has reached, counted from 0.
 * Its path is the guide's page, so that no other request contains it.
 */
export const stepCookie = 'step';

/** Every page of the application; all other paths are "not found". */
export const pages = { ...customerPages, ...operatorPages };

export type PageName = keyof typeof pages;
export type OperatorPageName = keyof typeof operatorPages;

/** Finds the page at a path by the router's rules: any case, with or without trailing slashes. */
export function pageAt(pathname: string): Page | undefined {
  const requested = segmentsOf(pathname);
  return Object.values(pages).find(({ path }) => {
    const own = segmentsOf(path);
    return own.length === requested.length && own.every((each, at) => each.startsWith(':') || each === requested[at]);
  });
}

/** Returns true for an operator's page and every path below it, even if no page exists there. */
export function isOperatorPath(pathname: string): boolean {
  const requested = segmentsOf(pathname);
  return Object.values(operatorPages).some(({ path }) => segmentsOf(path).every((each, at) => each === requested[at]));
}

function segmentsOf(pathname: string): string[] {
  let path = pathname.toLowerCase();
  while (path.endsWith('/')) path = path.slice(0, -1);
  return path.split('/');
}
