import { Flame } from 'lucide-react';
import type { Signal } from '../../domain/signals/api.ts';
import { Citations } from '../../domain/signals/citations.tsx';
import { relativeDate } from '../../lib/times.ts';
import { Fold } from '../../ui/disclosure.tsx';
import { Card } from '../../ui/layout.tsx';
import { Pill } from '../../ui/note.tsx';
import { isHot } from './filter.ts';

const impactWords = { high: 'High impact', medium: 'Medium impact', low: 'Low impact' } as const;

/** A reported event with its sources and its confidence. */
export function SignalCard({ signal }: { signal: Signal }) {
  const { id, token, headline, summary, date, type, impact, confidenceScore, confidence, graphMoved, sources } = signal;
  return (
    <Card as="section" aria-labelledby={id} className="grid content-start gap-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <b className="text-lg">{token}</b>
        <span className="text-sm text-ink-2">{relativeDate(date, Date.now())}</span>
      </p>
      <h3 id={id} className="text-lg wrap-anywhere">
        {headline}
      </h3>
      {summary !== headline && <p className="text-ink-2 wrap-anywhere">{summary}</p>}
      <ul className="flex flex-wrap gap-2">
        {isHot(signal) && (
          <li>
            <Pill kind="warn">
              <Flame aria-hidden className="size-5 fill-current text-heat" /> Hot
            </Pill>
          </li>
        )}
        <li>
          <Pill kind="water">{type}</Pill>
        </li>
        <li>
          <Pill>{impactWords[impact]}</Pill>
        </li>
        <li>
          <Pill>{confidenceScore} % sure</Pill>
        </li>
        {graphMoved !== null && (
          <li>
            <Pill>{graphMoved ? 'The price has moved since' : 'The price has not moved yet'}</Pill>
          </li>
        )}
      </ul>
      <Fold title={sources.length === 1 ? 'Where it was read' : `Where it was read: ${sources.length} pages`}>
        <Citations of={headline} pages={sources} />
        <p className="text-sm text-ink-2 tabular">
          How sure: 100 × (1 − 0.5 to the power of {confidence.sites}) × (0.5 + 0.5 × {confidence.agreement}) × 0.5 to
          the power of ({confidence.ageHours} ÷ 168) = {confidenceScore} %. That is {confidence.sites}{' '}
          {confidence.sites === 1 ? 'site' : 'sites'}, how many of them say the same, and the hours since.
        </p>
      </Fold>
    </Card>
  );
}
