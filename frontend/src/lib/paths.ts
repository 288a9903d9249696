import { pages } from '@xrp-bridge/contracts/pages';

const pageOf = (path: string, id: string) => path.replace(':id', encodeURIComponent(id));
const withTransfer = (path: string, id: string) => `${path}?transfer=${encodeURIComponent(id)}`;

export const paths = {
  home: pages.home.path,
  selection: (from: string, to: string) => `/?${new URLSearchParams({ from, to })}`,
  /** The start page with a chosen wallet. */
  selectionTo: (to: string) => `/?${new URLSearchParams({ to })}`,
  transfer: pages.transfer.path,
  confirm: (from: string, to: string) => `/?${new URLSearchParams({ from, to, view: 'confirm' })}`,
  guide: (id: string) => pageOf(pages.guide.path, id),
  receipt: (id: string) => pageOf(pages.receipt.path, id),
  /** The token is in the fragment, because browsers do not send the fragment to servers. */
  resume: (token: string) => `${pages.resume.path}#t=${token}`,
  checkout: (id: string) => withTransfer(pages.checkout.path, id),
  checkoutSuccess: (id: string) => withTransfer(pages.checkoutSuccess.path, id),
  start: pages.start.path,
  startAt: (step: number) => (step === 1 ? pages.start.path : `${pages.start.path}?step=${step}`),
  transferFlow: pages.transferFlow.path,
  /** The main flow for a new transfer. It first asks for a missing exchange or wallet. */
  newTransferFlow({ from, to }: { from: { id: string } | null; to: { id: string } | null }) {
    const chosen = { ...(from && { from: from.id }), ...(to && { to: to.id }) };
    const view = from && to ? 'confirm' : 'select';
    return `${pages.transferFlow.path}?${new URLSearchParams({ ...chosen, view })}`;
  },
  /** The form on the page `/transfer` that chooses an exchange and a wallet. */
  transferChoice: `${pages.transfer.path}#choose`,
  walletGuide: (wallet: string) => pages.walletGuide.path.replace(':wallet', encodeURIComponent(wallet)),
  walletSetup: pages.walletSetup.path,
  quantum: pages.quantum.path,
  concierge: pages.concierge.path,
  /** The page that offers the concierge for a transfer. */
  conciergeFor: (id: string) => withTransfer(pages.concierge.path, id),
  conciergeSuccess: (id: string) => withTransfer(pages.conciergeSuccess.path, id),
  conciergeDashboard: pages.conciergeDashboard.path,
  conciergeEncryption: pages.conciergeEncryption.path,
  conciergeRegister: pages.conciergeRegister.path,
  signals: pages.signals.path,
  refunds: pages.refunds.path,
  adminTransfer: (id: string) => pageOf(pages.adminTransfer.path, id),
  /** The form for a bypass, with the transfer filled in. */
  adminBypass: (id: string) => withTransfer(pages.adminBypass.path, id),
  howItWorks: '/#how-it-works',
  fees: '/#fees',
  safety: '/#safety',
  help: '/#help',
} as const;

/** Returns the transfer's id from a query string, in any of its three spellings. */
export function transferIdFrom(query: URLSearchParams): string | null {
  return query.get('transfer') ?? query.get('transferId') ?? query.get('transfer_id');
}
