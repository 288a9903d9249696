import { useQuery } from '@tanstack/react-query';
import { clickRevenueCents, type Placement } from '@xrp-bridge/contracts/ad-plan';
import { X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { type BodyFor, call, queryOf, type Reply } from '../../lib/api/client.ts';
import { paths } from '../../lib/paths.ts';
import { cx } from '../../ui/cx.ts';
import { Pill } from '../../ui/note.tsx';
import { pictureButton } from '../../ui/picture-button.ts';
import { Skeleton } from '../../ui/state.tsx';
import { closedAds, heights } from './slots.ts';
import { useRotation } from './use-rotation.ts';

type Ad = Reply<'GET /api/ads'>['ads'][number];

/**
 * The ad that is shown if no other can be loaded, for example without a connection or because of an ad
 * blocker.
 */
const ownAd: Ad = {
  id: 'house-wallet-helper',
  title: 'No wallet yet?',
  description: 'We’ll help you set one up for free, step by step.',
  imageUrl: null,
  clickUrl: paths.walletSetup,
  source: 'house',
};

/** Shows an ad with the label "Ad" and a close button. The ad's space is reserved while the ad loads. */
export function AdSlot({ placement }: { placement: Placement }) {
  const { data, isPending } = useQuery(queryOf('GET /api/ads', { query: { placement } }));
  const [isClosed, setClosed] = useState(false);
  const thanks = useRef<HTMLParagraphElement>(null);
  // The close button has disappeared, so keyboard users continue from this text.
  useLayoutEffect(() => {
    if (isClosed) thanks.current?.focus({ preventScroll: true });
  }, [isClosed]);
  if (isClosed) {
    return (
      <p ref={thanks} tabIndex={-1} role="status" className="text-sm text-ink-2 outline-none">
        Ad closed. This space will stay empty until you close this tab.
      </p>
    );
  }
  if (isPending) return <Skeleton className={heights[placement]} />;
  return (
    <Ads
      placement={placement}
      ads={data && data.ads.length > 0 ? data.ads : [ownAd]}
      onClose={() => {
        closedAds.set([...closedAds.get(), placement]);
        setClosed(true);
      }}
    />
  );
}

function Ads({ placement, ads, onClose }: { placement: Placement; ads: readonly Ad[]; onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const shown = useRotation(ads.length, place, isPointedAt || hasFocus);
  return (
    // The element is no landmark: a page may have two ads, and no visitor navigates to them.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={place}
      role="group"
      aria-label="Ad"
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 rounded-lg border border-line bg-card py-3 pr-2 pl-[min(1.5rem,5vw)]',
        heights[placement],
      )}
    >
      {/* All ads share one grid cell. The tallest ad sets the height, so that rotation moves nothing. */}
      <div className={cx('grid *:col-start-1 *:row-start-1', placement !== 'sidebar' && 'self-center')}>
        {ads.map((ad, index) => (
          <OneAd key={ad.id} ad={ad} placement={placement} isShown={index === shown} />
        ))}
      </div>
      <button
        ref={pictureButton}
        type="button"
        aria-label="Close this ad"
        onClick={onClose}
        className="grid size-11 place-items-center rounded-full text-ink-2 hover:bg-sunk"
      >
        <X className="size-5" aria-hidden />
      </button>
    </div>
  );
}

function OneAd({ ad, placement, isShown }: { ad: Ad; placement: Placement; isShown: boolean }) {
  const { title, description, imageUrl, clickUrl } = ad;
  const [hasPicture, setHasPicture] = useState(imageUrl !== null);
  return (
    <div
      inert={!isShown}
      className={cx(
        'flex min-w-0 gap-x-4 gap-y-2 py-1.5 max-sm:flex-col',
        placement === 'sidebar' ? 'flex-col' : 'sm:items-center',
        !isShown && 'invisible',
      )}
    >
      <span className="flex shrink-0 items-center gap-3">
        <Pill>Ad</Pill>
        {imageUrl && hasPicture && (
          <img
            src={imageUrl}
            alt=""
            width={64}
            height={64}
            loading="lazy"
            decoding="async"
            onError={() => setHasPicture(false)}
            className="size-16 rounded-sm object-cover"
          />
        )}
      </span>
      <p className="min-w-0 flex-1 wrap-anywhere">
        <b className="block">{title}</b> {description}
      </p>
      <a
        href={clickUrl}
        target="_blank"
        rel="sponsored noopener noreferrer"
        onClick={() => reportClick(placement, ad)}
        className="inline-flex min-h-11 shrink-0 items-center font-semibold text-water underline decoration-1 underline-offset-3 hover:decoration-2"
      >
        Find out more<span className="sr-only"> about: {title} (opens in a new tab)</span>
      </a>
    </div>
  );
}

/** Reports a click on an ad (spec 2 §7). The page does not wait for the response. */
function reportClick(placement: Placement, { id, source }: Ad): void {
  const body: BodyFor<'POST /api/ad-revenue'> = {
    adId: id,
    currency: 'USD',
    ...(placement === 'banner'
      ? { source: 'xrp-bridge-cpc', amount: clickRevenueCents.banner / 100, adNetwork: source }
      : { source, amount: clickRevenueCents.card / 100, campaignId: id }),
  };
  call('POST /api/ad-revenue', { body }).catch((error: unknown) => console.warn('The click was not counted', error));
}
