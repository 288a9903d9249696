import { useQuery } from '@tanstack/react-query';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { AdPlace } from '../../domain/ads/place.tsx';
import { QuantumCard } from '../../domain/quantum/quantum-card.tsx';
import { configQuery } from '../../lib/api/config.ts';
import { paths } from '../../lib/paths.ts';
import { OutsideLink, TextLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Fold } from '../../ui/disclosure.tsx';
import { Card } from '../../ui/layout.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Education } from './education.tsx';

/** Additional content at the end of the page, so that nothing moves when it loads. */
export function MoreToKnow() {
  const { data: config } = useQuery(configQuery);
  const socialUrl = config?.socialUrl;
  return (
    <div className="grid gap-12 pt-4">
      <Education />
      <div
        className={cx('grid items-start gap-6', socialUrl && 'lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)] lg:gap-8')}
      >
        <WalletGuides />
        {socialUrl && <SocialCard url={socialUrl} />}
      </div>
      <QuantumCard />
      <AdPlace placement="banner" />
    </div>
  );
}

/** Links to the illustrated address guide of each wallet, folded at first. */
function WalletGuides() {
  return (
    <Card className="py-1">
      <Fold title={<h2 className="text-xl">Where is my address?</h2>}>
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
      </Fold>
    </Card>
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
        You find us here, too. We never write to you first, and never ask for your recovery words. Whoever does is not
        us.
      </p>
      <OutsideLink href={url} className="inline-flex min-h-11 items-center wrap-anywhere">
        Our page at {host}
      </OutsideLink>
    </Card>
  );
}
