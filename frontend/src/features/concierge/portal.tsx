import { pages } from '@xrp-bridge/contracts/pages';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ConciergeOwnership } from '../../domain/concierge/ownership.ts';
import { QuantumCard } from '../../domain/quantum/quantum-card.tsx';
import { useLiveSignals } from '../../domain/signals/api.ts';
import { Highlights } from '../../domain/signals/highlights.tsx';
import { HotMeter } from '../../domain/signals/hot-meter.tsx';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/layout.tsx';
import { Note, NoteButtons } from '../../ui/note.tsx';
import { Sides } from '../../ui/sides.tsx';
import { NewsletterChoice } from './newsletter-choice.tsx';
import { ConciergeRefund } from './refund.tsx';
import { Today } from './today.tsx';

const rooms = [
  {
    to: paths.conciergeDashboard,
    title: 'The market',
    text: 'Stable tokens, deviation alerts, and a market summary.',
  },
  {
    to: `${paths.conciergeDashboard}?tab=charts`,
    title: 'Charts and waves',
    text: 'See each day’s price next to the number of news reports.',
  },
  {
    to: `${paths.conciergeDashboard}?tab=analysis`,
    title: 'Market news',
    text: 'See what happened in the market and who reported it.',
  },
  {
    to: `${paths.conciergeDashboard}?tab=portfolio`,
    title: 'Your portfolio',
    text: 'See all your wallets and exchanges in one place.',
  },
  {
    to: paths.conciergeEncryption,
    title: pages.conciergeEncryption.title,
    text: 'Lock a note or a file in your own browser.',
  },
] as const;

/**
 * Shows the concierge's start page for owners.
 * The page shows today's market, links to the other pages, highlights, the hot meter, newsletters and the refund
 * request.
 */
export function Portal({ title, ownership }: { title: string; ownership: ConciergeOwnership }) {
  useLiveSignals();
  return (
    <Page title={title} lead={<p>Welcome to your concierge portal. It’s yours for life.</p>}>
      <Today />
      <Hints ownership={ownership} />
      <nav aria-label="Your concierge">
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-6">
          {rooms.map(({ to, title: room, text }) => (
            // Five items fill two rows: two wide items in the first row, three in the second.
            <li key={to} className="sm:last:col-span-2 lg:col-span-2 lg:nth-[-n+2]:col-span-3">
              <Link
                to={to}
                className="flex h-full items-center justify-between gap-3 rounded-lg border border-line bg-card px-5 py-4 text-ink no-underline hover:border-line-strong"
              >
                <span className="grid self-start">
                  <span className="text-lg font-semibold">{room}</span>
                  <span className="text-ink-2">{text}</span>
                </span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-water" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <section aria-labelledby="portal" className="grid gap-6">
        <h2 id="portal" className="text-2xl">
          Concierge portal
        </h2>
        <Sides main={<Highlights />} side={<QuantumCard />} />
        <HotMeter />
      </section>
      <NewsletterChoice hasEmail={ownership.email} />
      <ConciergeRefund ownership={ownership} />
    </Page>
  );
}

/** Shows hints about a paid guide and about other devices. */
function Hints({ ownership: { guideCredit, email } }: { ownership: ConciergeOwnership }) {
  return (
    <>
      {guideCredit && (
        <Note kind="good" title="Your next guide is already paid for">
          <p>Your concierge includes a guide for one transfer. It won’t cost you anything more.</p>
          <NoteButtons>
            <ButtonLink variant="soft" to={paths.home}>
              Start my transfer
            </ButtonLink>
          </NoteButtons>
        </Note>
      )}
      {!email && (
        <Note title="You can only open your concierge in this browser">
          <p>Add your email address. We’ll send you a link that opens your concierge on your other devices.</p>
          <NoteButtons>
            <ButtonLink variant="quiet" to={paths.conciergeRegister}>
              Add my email address
            </ButtonLink>
          </NoteButtons>
        </Note>
      )}
    </>
  );
}
