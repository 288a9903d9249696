import { useQuery } from '@tanstack/react-query';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { AdPlace } from '../../domain/ads/place.tsx';
import { QuantumTeaser } from '../../domain/quantum/quantum-card.tsx';
import { configQuery } from '../../lib/api/config.ts';
import { paths } from '../../lib/paths.ts';
import { TextLink } from '../../ui/button.tsx';
import { Disclosure, Fold } from '../../ui/disclosure.tsx';
import { Card } from '../../ui/layout.tsx';
import { Mark } from '../../ui/mark.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { Education } from './education.tsx';

/** Shows additional content at the end of the page, where loading it moves nothing. */
export function MoreToKnow({ ad }: { ad: boolean }) {
  const { data: config } = useQuery(configQuery);
  const socialUrl = config?.socialUrl;
  return (
    <>
      <section aria-labelledby="more" className="grid grid-rows-[auto_1fr] gap-4">
        <h2 id="more" className="text-2xl">
          More to know
        </h2>
        <Card className="py-1 sm:py-2">
          <Fold title={<h3 className="text-base">About XRP</h3>}>
            <Education />
          </Fold>
          <Fold title={<h3 className="text-base">Where is my address?</h3>}>
            <WalletGuides />
          </Fold>
          <Disclosure title="Why can’t I spend all of my XRP?">
            The XRP network holds back a small reserve in every wallet. It stays yours, but you can’t spend it. Your
            guide looks up how much it is and makes sure that your first payment covers it.
          </Disclosure>
          <Fold title={<h3 className="text-base">Quantum encoding & encryption</h3>}>
            <QuantumTeaser />
          </Fold>
        </Card>
      </section>
      <div className="grid gap-6 empty:hidden lg:col-span-full">
        {socialUrl && <SocialCard url={socialUrl} />}
        {ad && <AdPlace placement="banner" />}
      </div>
    </>
  );
}

/** Links to the illustrated address guide of each wallet. */
function WalletGuides() {
  return (
    <ul className="grid gap-y-1 sm:grid-cols-2 sm:gap-x-6">
      {wallets.map((wallet) => (
        <li key={wallet.id}>
          <TextLink to={paths.walletGuide(wallet.id)} className="inline-flex min-h-13 items-center gap-3">
            <Mark of={wallet} />
            <span>
              <span className="sr-only">How to find my address in </span>
              {wallet.name}
            </span>
          </TextLink>
        </li>
      ))}
    </ul>
  );
}

function SocialCard({ url }: { url: string }) {
  const { host } = new URL(url);
  return (
    <Card as="section" aria-labelledby="social" className="grid gap-3">
      <h2 id="social" className="text-xl">
        Need help?
      </h2>
      <p className="text-ink-2">
        You’ll find us on social media, too. We never message you first, and we never ask for your recovery phrase.
        Anyone who does is a scammer.
      </p>
      <OutsideLink href={url} className="inline-flex min-h-11 items-center wrap-anywhere">
        Our page on {host}
      </OutsideLink>
    </Card>
  );
}
