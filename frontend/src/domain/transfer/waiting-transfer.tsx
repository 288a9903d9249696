import { exchangeName } from '@xrp-bridge/contracts/exchanges';
import { walletName } from '@xrp-bridge/contracts/wallets';
import { formatRecent } from '../../lib/format-recent.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { type OpenTransfer, useOpenTransfer } from './open-transfer.ts';

/**
 * Links to the customer's open transfer, at the top of the pages where a transfer begins.
 * The prerendered page contains this link invisibly. CSS reserves its place if public/theme.js finds a stored transfer,
 * so that hydration moves nothing.
 */
export function WaitingTransfer() {
  const hydrated = useHydrated();
  const open = useOpenTransfer();
  if (hydrated && !open) return null;
  return (
    <aside
      aria-labelledby="waiting"
      className={cx(
        'border-b border-line bg-water-soft text-water-deep',
        !hydrated && 'invisible hidden [[data-waiting]_&]:block',
      )}
    >
      <div className="mx-auto flex w-[min(1120px,100%-40px)] flex-wrap items-center justify-between gap-x-4 gap-y-3 py-3">
        <div>
          <p id="waiting" className="font-semibold">
            Your transfer is waiting
          </p>
          <p>{open ? pathOf(open) : '…'}</p>
          {/* The text's height is reserved, so that nothing moves when hydration fills in the text. */}
          <p className="min-h-[3lh] min-[25rem]:min-h-[2lh] sm:min-h-[1lh]">{open && nextAction(open)}</p>
        </div>
        <ButtonLink to={open ? placeOf(open) : paths.home}>Continue my transfer</ButtonLink>
      </div>
    </aside>
  );
}

/** Returns the exchange and the wallet as text. */
export const pathOf = ({ fromExchange, toWallet }: Pick<OpenTransfer, 'fromExchange' | 'toWallet'>) =>
  `${exchangeName(fromExchange)} to ${walletName(toWallet)}`;

/** Formats the next action, such as "Next: send your 2 XRP test (step 5). Started Tuesday." */
export function nextAction({ paid, next, arrivals, startedAt }: OpenTransfer): string {
  const action = !paid ? 'pay for your guide' : (next ?? (arrivals ? 'see what arrived' : 'open your guide'));
  return `Next: ${action}.${startedAt ? ` Started ${formatRecent(startedAt)}.` : ''}`;
}

/** Returns the page where a transfer continues: its payment or its guide. */
export const placeOf = ({ id, paid }: OpenTransfer) => (paid ? paths.guide(id) : paths.checkout(id));
