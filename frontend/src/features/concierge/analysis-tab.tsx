import { useQuery } from '@tanstack/react-query';
import { Citations } from '../../domain/signals/citations.tsx';
import { formatDay } from '../../lib/times.ts';
import { Fold } from '../../ui/disclosure.tsx';
import { Card } from '../../ui/layout.tsx';
import { StateCard } from '../../ui/state.tsx';
import { analysisQuery } from './api.ts';
import { LoadedData } from './loaded-data.tsx';
import { WhatThisIsNot } from './what-this-is-not.tsx';

/** Shows past events of the market. Each paragraph links to its sources. */
export function AnalysisTab() {
  const query = useQuery(analysisQuery);
  return (
    <LoadedData query={query}>
      {({ date, paragraphs }) =>
        paragraphs.length === 0 ? (
          <StateCard drawing="ledger" title="No news yet">
            <p>News appears here once several sites report it.</p>
          </StateCard>
        ) : (
          <Card as="section" aria-labelledby="analysis" className="grid min-w-0 gap-6">
            <div className="grid gap-1">
              <h2 id="analysis" className="text-xl">
                Market news
              </h2>
              {date && <p className="text-ink-2">Based on what we’d found by {formatDay(date)}.</p>}
            </div>
            {paragraphs.map(({ title, text, sources }) => (
              <div key={title} className="grid gap-2">
                <h3 className="text-lg wrap-anywhere">{title}</h3>
                <p className="max-w-[70ch] wrap-anywhere">{text}</p>
                {sources.length > 0 && (
                  <Fold title={sources.length === 1 ? 'Source' : `${sources.length} sources`}>
                    <Citations of={title} pages={sources} />
                  </Fold>
                )}
              </div>
            ))}
            <WhatThisIsNot>
              This page covers what happened and who reported it. It isn’t advice, and it makes no predictions.
            </WhatThisIsNot>
          </Card>
        )
      }
    </LoadedData>
  );
}
