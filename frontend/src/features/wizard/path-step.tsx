import { useNavigate } from 'react-router-dom';
import { OpenMyExchange } from '../../domain/exchange-trip/open-my-exchange.tsx';
import type { Path, PathChange } from '../../domain/path/chosen-path.ts';
import { PathForm } from '../../domain/path/path-form.tsx';
import { paths } from '../../lib/paths.ts';
import { AdvanceNotice } from '../../ui/advance-notice.tsx';
import { TextLink } from '../../ui/button.tsx';
import { useAutoAdvance } from '../../ui/use-auto-advance.ts';
import { advanceMs } from './parts.tsx';
import type { WizardState } from './use-wizard.ts';
import { wizardExchanges, wizardWallets } from './wizard.ts';

/** Shows step 1: the choice of exchange and wallet, among the most common ones. */
export function PathStep({ wizard, path }: { wizard: WizardState; path: Path }) {
  const { dispatch, validation } = wizard;
  const navigate = useNavigate();
  const goOn = () => dispatch({ type: 'advanced' });
  const { onChoice, isCounting } = useAutoAdvance({
    ready: validation === 'valid',
    delayMs: advanceMs,
    onAdvance: goOn,
  });
  const choose = ({ from, to }: PathChange) => dispatch({ type: 'chosen', exchange: from, wallet: to });
  return (
    <>
      <PathForm
        path={path}
        exchanges={{ listed: wizardExchanges, below: <NotHere path={path} what="exchange" /> }}
        wallets={{ listed: wizardWallets, below: <NotHere path={path} what="wallet" /> }}
        onChoose={choose}
        onDone={(change) => {
          if (!change) return goOn();
          choose(change);
          onChoice('pointer');
        }}
      >
        {/* The line is reserved, so that nothing moves when the message appears. */}
        <p role="status" className="-my-3 min-h-7 font-semibold text-good">
          {validation === 'valid' && 'Nice work!'}
        </p>
        <AdvanceNotice isCounting={isCounting} />
      </PathForm>
      <OpenMyExchange
        flow="start"
        onContinue={(exchange) =>
          wizardExchanges.some(({ id }) => id === exchange)
            ? choose({ from: exchange })
            : void navigate(`${paths.transfer}?from=${exchange}`)
        }
      />
      <p>
        Want us to stay with you until your XRP is home?{' '}
        <TextLink to={paths.newTransferFlow(path)} className="inline-flex min-h-11 items-center">
          Start your guided transfer
        </TextLink>
      </p>
    </>
  );
}

/** Links to the transfer page, which has all options. The link passes on the choice so far. */
function NotHere({ path, what }: { path: Path; what: string }) {
  return (
    <TextLink to={`${paths.transfer}?${chosen(path)}`} className="inline-flex min-h-11 items-center">
      My {what} isn’t listed
    </TextLink>
  );
}

const chosen = ({ from, to }: Path) =>
  new URLSearchParams({ ...(from && { from: from.id }), ...(to && { to: to.id }) });
