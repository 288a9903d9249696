import { useQuery } from '@tanstack/react-query';
import type { WalletGuide as Guide } from '@xrp-bridge/contracts/guides';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { Eye } from 'lucide-react';
import { ApiError, describe, queryOf } from '../../lib/api/client.ts';
import { paths } from '../../lib/paths.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { Domain } from '../../ui/domain.tsx';
import { LastChecked } from '../../ui/last-checked.tsx';
import { Note } from '../../ui/note.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { Skeleton, StateCard } from '../../ui/state.tsx';
import { StepDrawing } from './step-drawing.tsx';

/**
 * Shows the illustrated steps to find the XRP address in a wallet. `wallet` may be any text.
 * The guide has no heading, and its drawings are too large for the landing page, so only lazy screens import it. With
 * `foldNotes`, all content except the steps is collapsed, so that the button below is close to the last step.
 */
export function WalletGuide({ wallet, foldNotes = false }: { wallet: string; foldNotes?: boolean }) {
  const { data, error, refetch } = useQuery(queryOf('GET /api/wallet-guides/{wallet}', { params: { wallet } }));
  if (data) return <Steps guide={data.guide} foldNotes={foldNotes} />;
  if (error instanceof ApiError && error.problem?.code === 'wallet_guide_not_found') return <NoGuide />;
  if (error) {
    return (
      <StateCard
        kind="bad"
        title="We couldn’t load the steps"
        actions={<Button onClick={() => refetch()}>Try again</Button>}
      >
        <p>{describe(error, 'Please try again in a moment.')}</p>
      </StateCard>
    );
  }
  return (
    <div className="grid gap-6">
      <p role="status" className="text-ink-2">
        Loading the steps…
      </p>
      {['first', 'second'].map((step) => (
        <div key={step} className="grid gap-4 sm:grid-cols-[15rem_minmax(0,1fr)]">
          <Skeleton className="h-44" />
          <Skeleton className="h-24" />
        </div>
      ))}
    </div>
  );
}

function Steps({ guide, foldNotes }: { guide: Guide; foldNotes: boolean }) {
  const { steps, tips, destinationTagInfo } = guide;
  const list = (
    <ul className="grid list-disc gap-1.5 pl-5">
      {tips.map((tip) => (
        <li key={tip}>{tip}</li>
      ))}
    </ul>
  );
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-6">
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {steps.map(({ title, description, clickArea, picture }, index) => (
          <li
            key={title}
            className="grid grid-cols-[minmax(0,1fr)] break-inside-avoid items-center gap-x-6 gap-y-3 @min-[30rem]:grid-cols-[15rem_minmax(0,1fr)]"
          >
            <StepDrawing {...picture} />
            <div className="grid gap-1.5">
              <p className="text-lg font-semibold">
                <span className="text-water">{index + 1}.</span> {title}
              </p>
              <p>{description}</p>
              {/* The picture of a stop sign shows nothing to press, so its step has no “Look for” line. */}
              {picture.kind !== 'stop' && (
                <p className="flex gap-2 text-ink-2">
                  <Eye aria-hidden className="mt-0.5 size-5.5 shrink-0 text-water" />
                  <span>
                    <b>Look for:</b> {clickArea}
                  </span>
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
      {foldNotes ? (
        <Fold title="Good to know" className="border-y last:border-y">
          {list}
          <p>
            <b>Destination tag.</b> {destinationTagInfo}
          </p>
          <CheckedAgainst guide={guide} />
        </Fold>
      ) : (
        <>
          <Note title="Destination tag">
            <p>{destinationTagInfo}</p>
          </Note>
          <Note title="Good to know">{list}</Note>
          <CheckedAgainst guide={guide} />
        </>
      )}
    </div>
  );
}

function CheckedAgainst({ guide: { lastChecked, sources } }: { guide: Guide }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-sm text-ink-2">
      <LastChecked date={lastChecked} />
      {sources.map(({ title, url }) => (
        <p key={url}>
          Source:{' '}
          <OutsideLink href={url} className="inline-flex min-h-11 items-center">
            <Domain name={title} />
          </OutsideLink>
          <span className="hidden print:inline"> ({url})</span>
        </p>
      ))}
    </div>
  );
}

function NoGuide() {
  return (
    <StateCard drawing="wallet" title="Guide not available for this wallet">
      <p>We have steps for these wallets:</p>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {wallets.map(({ id, name }) => (
          <li key={id}>
            <TextLink to={paths.walletGuide(id)} className="inline-flex min-h-11 items-center">
              {name}
            </TextLink>
          </li>
        ))}
      </ul>
    </StateCard>
  );
}
