import { metamaskNotice } from '@xrp-bridge/contracts/metamask';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { Printer } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { WalletGuide } from '../../domain/wallet-guide/wallet-guide.tsx';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx';
import { Buttons, Card, Page } from '../../ui/layout.tsx';

/** Shows the illustrated guide to the XRP address in one wallet. The page can be printed. */
export function WalletGuidePage() {
  const id = useParams().wallet as string;
  const wallet = wallets.find((one) => one.id === id);
  useAssistantStep('wallet-setup-guidance', undefined, wallet?.id);
  if (!wallet) {
    const isRefused = id === metamaskNotice.id;
    return (
      <Page key={id} title={isRefused ? 'MetaMask can’t hold XRP' : 'Your XRP address'} narrow>
        {isRefused ? <Steps of={id} /> : <WalletGuide wallet={id} />}
        <Buttons>
          <ButtonLink to={paths.home}>Choose a wallet</ButtonLink>
        </Buttons>
      </Page>
    );
  }
  return (
    <Page
      key={id}
      title={`Your XRP address in ${wallet.name}`}
      lead={<p>You can find it in five steps. It’s safe to share, because no one can use it to take your XRP.</p>}
      narrow
    >
      <Steps of={id} />
      <Buttons className="print:hidden">
        <ButtonLink to={paths.selectionTo(id)}>Start a transfer to {wallet.name}</ButtonLink>
        <Button variant="quiet" onClick={() => window.print()}>
          <Printer aria-hidden className="size-5" />
          Print these steps
        </Button>
      </Buttons>
      <p className="print:hidden">
        Don’t have {wallet.name} yet?{' '}
        <TextLink to={`${paths.walletSetup}?wallet=${id}`} className="inline-flex min-h-11 items-center">
          Set up your wallet
        </TextLink>
      </p>
    </Page>
  );
}

function Steps({ of }: { of: string }) {
  return (
    <Card as="section" aria-label="The steps" className="print:border-0 print:p-0">
      <WalletGuide wallet={of} />
    </Card>
  );
}
