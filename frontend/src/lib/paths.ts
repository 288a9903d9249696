import { pages } from '@xrp-bridge/contracts/pages';

const pageOf = (path: string, id: string) => path.replace(':id', encodeURIComponent(id));
const withTransfer = (path: string, id: string) => `${path}?transfer=${encodeURIComponent(id)}`;

/** The addresses that screens lead to. */
export const paths = {
  home: pages.home.path,
  selection: (from: string, to: string) => `/?${new URLSearchParams({ from, to })}`,
  /** With the wallet chosen already. */
  selectionTo: (to: string) => `/?${new URLSearchParams({ to })}`,
  transfer: pages.transfer.path,
  confirm: (from: string, to: string) => `/?${new URLSearchParams({ from, to, view: 'confirm' })}`,
  guide: (id: string) => pageOf(pages.guide.path, id),
  receipt: (id: string) => pageOf(pages.receipt.path, id),
  /** The token stands in the fragment, which no server sees. */
  resume: (token: string) => `${pages.resume.path}#t=${token}`,
  checkout: (id: string) => withTransfer(pages.checkout.path, id),
  checkoutSuccess: (id: string) => withTransfer(pages.checkoutSuccess.path, id),
  start: pages.start.path,
  /** The wizard at one of its steps. */
  startAt: (step: number) => (step === 1 ? pages.start.path : `${pages.start.path}?step=${step}`),
  transferFlow: pages.transferFlow.path,
  /** The main flow for a new transfer: it confirms the pair, and asks for what is not chosen yet. */
  newTransferFlow({ from, to }: { from: { id: string } | null; to: { id: string } | null }) {
    const chosen = { ...(from && { from: from.id }), ...(to && { to: to.id }) };
    const view = from && to ? 'confirm' : 'select';
    return `${pages.transferFlow.path}?${new URLSearchParams({ ...chosen, view })}`;
  },
  /** The choice of the two, on the page of its own. */
  transferChoice: `${pages.transfer.path}#choose`,
  walletGuide: (wallet: string) => pages.walletGuide.path.replace(':wallet', encodeURIComponent(wallet)),
  walletSetup: pages.walletSetup.path,
  quantum: pages.quantum.path,
  concierge: pages.concierge.path,
  /** Where it can be bought for a transfer. */
  conciergeFor: (id: string) => withTransfer(pages.concierge.path, id),
  conciergeSuccess: (id: string) => withTransfer(pages.conciergeSuccess.path, id),
  conciergeDashboard: pages.conciergeDashboard.path,
  conciergeEncryption: pages.conciergeEncryption.path,
  conciergeRegister: pages.conciergeRegister.path,
  signals: pages.signals.path,
  adminTransfer: (id: string) => pageOf(pages.adminTransfer.path, id),
  /** With the transfer filled in. */
  adminBypass: (id: string) => withTransfer(pages.adminBypass.path, id),
  howItWorks: '/#how-it-works',
  fees: '/#fees',
  safety: '/#safety',
  help: '/#help',
} as const;

/** The transfer's id from a query: three spellings are in use. */
export function transferIdFrom(query: URLSearchParams): string | null {
  return query.get('transfer') ?? query.get('transferId') ?? query.get('transfer_id');
}
