import type { Transfer } from '../../domain/transfer/transfers.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';

const concierges: Record<Transfer['access']['concierge'], { text: string; link: string }> = {
  none: {
    text: 'The concierge gives you calm notes about the market. You don’t need it for your transfer.',
    link: 'See the concierge',
  },
  owned: {
    text: 'Your concierge gives you calm notes about the market. It’s yours for life.',
    link: 'Open the concierge portal',
  },
  refunded: {
    text: 'We refunded your concierge, so it’s closed. You can still use your guide.',
    link: 'See the concierge',
  },
};

/** Shows a text about the concierge, with a link to its portal. */
export function Concierge({ transfer: { id, access } }: { transfer: Transfer }) {
  const { text, link } = concierges[access.concierge];
  return (
    <>
      <p className="text-ink-2">{text}</p>
      <ButtonLink variant="quiet" to={paths.conciergeFor(id)} className="justify-self-start">
        {link}
      </ButtonLink>
    </>
  );
}

/** Links to the concierge portal (spec 1, screen 7). Shown beside the guide from the payment on. */
export function ConciergeCard({ transfer }: { transfer: Transfer }) {
  return (
    <Card as="section" aria-labelledby="concierge" className="grid gap-2.5">
      <h2 id="concierge" className="text-lg">
        Concierge
      </h2>
      <Concierge transfer={transfer} />
    </Card>
  );
}
