import { type WalletId, walletIds, wallets } from '@xrp-bridge/contracts/wallets';
import { type ReactNode, useLayoutEffect, useReducer } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { setupStarted } from '../../domain/wallet-guide/setup-started.ts';
import { startOver } from '../../lib/start-over.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Domain } from '../../ui/domain.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Buttons, Card, Page } from '../../ui/layout.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';
import { ConfirmedAddress } from './confirmed-address.tsx';
import { GiveAddress } from './give-address.tsx';
import { savedAddresses } from './saved-addresses.ts';
import { beginSetup, changeSetup } from './setup.ts';

/**
 * Guides a customer through the setup of a wallet, from the maker's page to a checked address.
 * The address is stored on this device.
 */
export function WalletSetupPage() {
  const [query, setQuery] = useSearchParams();
  const [setup, dispatch] = useReducer(changeSetup, query.get('wallet'), (requested) => {
    const first = walletIds.find((id) => id === requested) ?? 'trust';
    return beginSetup(first, savedAddresses[first].get(), setupStarted.get());
  });
  const { wallet: id, stage } = setup;
  const wallet = wallets.find((one) => one.id === id) as (typeof wallets)[number];
  const saved = savedAddresses[id];
  const heading = useStepFocus(stage);
  useAssistantStep('wallet-setup-guidance', undefined, id);

  useLayoutEffect(() => saved.subscribe((address) => dispatch({ type: 'saved-elsewhere', saved: address })), [saved]);

  function goOn() {
    // `setupStarted` is deleted, so that the question whether the wallet is ready does not appear again.
    setupStarted.forget();
    dispatch({ type: 'app-is-there', saved: saved.get() });
  }
  function title(text: string): ReactNode {
    return (
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        {text}
      </h2>
    );
  }

  return (
    <Page title="Wallet setup" heading="Get your wallet ready" narrow>
      {stage === 'undecided' && (
        <Card raised as="section" aria-label="Your wallet" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
          <SelectField
            label="Which wallet do you want to use?"
            value={id}
            onChange={(event) => {
              const chosen = event.target.value as WalletId;
              setQuery({ wallet: chosen }, { replace: true, preventScrollReset: true });
              dispatch({ type: 'wallet-chosen', wallet: chosen });
            }}
          >
            {wallets.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </SelectField>
          {title(`Do you already have ${wallet.name}?`)}
          <Buttons>
            <Button onClick={goOn}>Yes, I have it</Button>
            <Button variant="quiet" onClick={() => dispatch({ type: 'app-is-missing' })}>
              No, not yet
            </Button>
          </Buttons>
        </Card>
      )}
      {stage === 'no-app' && (
        <Card raised as="section" aria-label="Get the wallet" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
          {title(`Get ${wallet.name} from its maker`)}
          <ol className="grid list-decimal gap-2.5 pl-6 marker:font-bold marker:text-water">
            <li className="pl-1.5">
              Press the button below. It opens{' '}
              <b>
                <Domain name={wallet.domain} />
              </b>{' '}
              in a new tab.
            </li>
            <li className="pl-1.5">Get the wallet there, and nowhere else. Don’t trust ads or links in messages.</li>
            <li className="pl-1.5">
              Write its recovery phrase on paper. Never type it on a website. Don’t show it to anyone, not even us.
            </li>
            <li className="pl-1.5">Then come back to this tab. We’ll save your place.</li>
          </ol>
          <Buttons>
            <OutsideLink
              href={wallet.site}
              variant="primary"
              onClick={() => {
                setupStarted.set(true);
                dispatch({ type: 'left-for-app' });
              }}
            >
              Open the website
            </OutsideLink>
            <Button variant="quiet" onClick={goOn}>
              I have the wallet
            </Button>
          </Buttons>
        </Card>
      )}
      {stage === 'getting-app' && (
        <Card raised as="section" aria-label="Welcome back" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
          {title(`Is ${wallet.name} ready?`)}
          <p>Take your time. Your wallet is ready when you can open it and its recovery phrase is on paper.</p>
          <Buttons>
            <Button onClick={goOn}>Yes, it’s ready</Button>
            <OutsideLink href={wallet.site} variant="quiet">
              Open the website again
            </OutsideLink>
          </Buttons>
        </Card>
      )}
      {stage === 'has-app' && (
        <GiveAddress
          wallet={wallet}
          title={title}
          onConfirm={(address) => {
            saved.set(address);
            dispatch({ type: 'address-confirmed', address });
          }}
        />
      )}
      {setup.stage === 'confirmed' && (
        <ConfirmedAddress
          wallet={wallet}
          text={setup.address}
          title={title}
          onChange={() => dispatch({ type: 'address-unwanted' })}
        />
      )}
      {stage !== 'undecided' && (
        <p>
          <TextButton
            onClick={() => {
              startOver();
              dispatch({ type: 'started-over' });
            }}
          >
            Start over
          </TextButton>
        </p>
      )}
    </Page>
  );
}
