import { metamaskNotice } from '@xrp-bridge/contracts/metamask';
import type { Wallet } from '@xrp-bridge/contracts/wallets';
import { paths } from '../../lib/paths.ts';
import { TextLink } from '../../ui/button.tsx';
import { LastChecked } from '../../ui/last-checked.tsx';
import { Note } from '../../ui/note.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';

/** Shows how to get a wallet, with links to the makers. */
export function NoWalletYet({ suggested }: { suggested: readonly Wallet[] }) {
  return (
    <Note kind="info" title="Getting a wallet takes about ten minutes" live>
      <p>
        Only you control your wallet. No company can freeze it, but no one can recover it for you either. Get it only
        from its maker’s site. Write the recovery phrase on paper. Never type it or take a photo of it.
      </p>
      <ul className="grid">
        {suggested.map((wallet) => (
          <li key={wallet.id}>
            <OutsideLink href={wallet.site} className="inline-flex min-h-11 items-center">
              {wallet.name} at {wallet.domain}
            </OutsideLink>
          </li>
        ))}
      </ul>
      <p>
        <TextLink to={paths.walletSetup} className="inline-flex min-h-11 items-center">
          Set up a wallet with our help
        </TextLink>
      </p>
      <p>Then come back here and choose your wallet. We’ll save your place.</p>
    </Note>
  );
}

/** Explains why MetaMask is not in the list. */
export function MetamaskNotice() {
  return (
    <Note kind="warn" title={metamaskNotice.reason} live>
      <ol className="grid list-decimal gap-2 pl-5">
        {metamaskNotice.steps.map((step) => (
          <li key={step.title}>
            <b>{step.title}.</b> {step.text}
          </li>
        ))}
      </ol>
      <LastChecked date={metamaskNotice.lastChecked} />
    </Note>
  );
}
