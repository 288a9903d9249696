import type { Wallet } from '@xrp-bridge/contracts/wallets';
import { WalletGuide } from '../../domain/wallet-guide/wallet-guide.tsx';
import { Button, TextButton } from '../../ui/button.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { BackButton } from './parts.tsx';
import type { WizardState } from './use-wizard.ts';

/** Shows step 2: how to find the address in the chosen wallet. The next step asks for that address. */
export function ReceiveStep({ wizard, wallet }: { wizard: WizardState; wallet: Wallet }) {
  const goOn = () => wizard.dispatch({ type: 'advanced' });
  return (
    <Card raised as="section" aria-label={`Steps in ${wallet.name}`} className="grid gap-6">
      <TextButton onClick={goOn} className="-my-3 justify-self-start">
        I know where to find my address
      </TextButton>
      <WalletGuide wallet={wallet.id} foldNotes />
      <Buttons>
        <Button onClick={goOn}>I have my address</Button>
      </Buttons>
      <BackButton onBack={wizard.back} />
    </Card>
  );
}
