import { useQuery } from '@tanstack/react-query';
import { Flame } from 'lucide-react';
import { hotMeterQuery, type Signal } from '../../domain/signals/api.ts';
import { Citations } from '../../domain/signals/citations.tsx';
import { Sparkline } from '../../domain/signals/sparkline.tsx';
import { relativeDate } from '../../lib/ages.ts';
import { Bar } from '../../ui/bar.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { Card } from '../../ui/layout.tsx';
import { isHot } from './filter.ts';

const impactWords = { high: 'High impact', medium: 'Medium impact', low: 'Low impact' } as const;

/** Shows a reported event with its sources, its confidence and its coin’s price. */
export function SignalCard({ signal }: { signal: Signal }) {
  const { data: meter } = useQuery(hotMeterQuery);
  const { id, token, headline, summary, date, type, impact, confidenceScore, confidence, graphMoved, sources } = signal;
  const days = meter?.coins.find(({ coin }) => coin === token)?.days;
  return (
    <Card as="section" aria-labelledby={id} className="grid content-start gap-3">
      <p className="flex flex-wrap items-center gap-x-4">
        <b className="text-lg">{token}</b>
        {days && <Sparkline values={days.map(({ close }) => close)} className="h-7 w-24 text-ink-3" />}
        <span className="ml-auto text-sm text-ink-2">{relativeDate(date, Date.now())}</span>
      </p>
      <h3 id={id} className="text-lg wrap-anywhere">
        {headline}
      </h3>
      {summary !== headline && <p className="text-ink-2 wrap-anywhere">{summary}</p>}
      <ul className="flex flex-wrap gap-x-2 text-sm text-ink-2 *:not-last:after:ml-2 *:not-last:after:content-['·']">
        {isHot(signal) && (
          <li className="inline-flex items-center font-semibold text-warn">
            <Flame aria-hidden className="mr-1 size-4.5 fill-current text-heat" /> Hot
          </li>
        )}
        <li>{type}</li>
        <li>{impactWords[impact]}</li>
        {graphMoved !== null && (
          <li>{graphMoved ? 'The price has moved since then' : 'The price hasn’t moved much since then'}</li>
        )}
      </ul>
      <p className="flex items-center gap-3 text-sm font-semibold">
        {confidenceScore}% confidence
        <Bar share={confidenceScore / 100} className="w-0 grow text-water" />
      </p>
      <Fold title={sources.length === 1 ? 'Source' : `${sources.length} sources`}>
        <Citations of={headline} pages={sources} />
        <p className="text-sm text-ink-2 tabular">
          Confidence: 100 × (1 − 0.5 to the power of {confidence.sites}) × (0.5 + 0.5 × {confidence.agreement}) × 0.5 to
          the power of ({confidence.ageHours} ÷ 168) = {confidenceScore}%. It’s based on {confidence.sites}{' '}
          {confidence.sites === 1 ? 'site' : 'sites'}, how many of them agree, and how old the last report is.
        </p>
      </Fold>
    </Card>
  );
}
