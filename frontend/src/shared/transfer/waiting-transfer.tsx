import { exchangeName } from '@xrp-bridge/contracts/exchanges';
import { walletName } from '@xrp-bridge/contracts/wallets';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { type OpenTransfer, useOpenTransfer } from './open-transfer.ts';

/** On top of the pages where a transfer begins: whoever has one already is led on. */
export function WaitingTransfer() {
  const open = useOpenTransfer();
  if (!open) return null;
  return (
    <aside aria-labelledby="waiting" className="border-b border-line bg-water-soft text-water-deep">
      <div className="mx-auto flex w-[min(1120px,100%-40px)] flex-wrap items-center justify-between gap-x-4 gap-y-3 py-3">
        <div>
          <p id="waiting" className="font-semibold">
            Your transfer is waiting
          </p>
          <p>{pathOf(open)}</p>
        </div>
        <ButtonLink to={placeOf(open)}>Continue my transfer</ButtonLink>
      </div>
    </aside>
  );
}

/** From where to where. */
export const pathOf = ({ fromExchange, toWallet }: Pick<OpenTransfer, 'fromExchange' | 'toWallet'>) =>
  `${exchangeName(fromExchange)} to ${walletName(toWallet)}`;

/** Where it goes on: at its payment, or in its guide. */
export const placeOf = ({ id, paid }: OpenTransfer) => (paid ? paths.guide(id) : paths.checkout(id));
