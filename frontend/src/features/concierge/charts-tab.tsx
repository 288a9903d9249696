import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField } from '../../ui/field.tsx';
import { Card } from '../../ui/layout.tsx';
import { StateCard } from '../../ui/state.tsx';
import { type Trend, trendsQuery } from './api.ts';
import { BandChart } from './band-chart.tsx';
import { LoadedData } from './loaded-data.tsx';
import { WaveChart } from './wave-chart.tsx';
import { WhatThisIsNot } from './what-this-is-not.tsx';

/** Shows the price, the reports and the past waves of one coin at a time. */
export function ChartsTab() {
  const query = useQuery(trendsQuery);
  return <LoadedData query={query}>{({ trends }) => <Charts trends={trends} />}</LoadedData>;
}

function Charts({ trends }: { trends: readonly Trend[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const trend = trends.find(({ coin }) => coin === chosen) ?? trends.find(({ coin }) => coin === 'XRP') ?? trends[0];
  if (!trend) {
    return (
      <StateCard drawing="ledger" title="No charts yet">
        <p>Charts will appear with the first data, within a few minutes.</p>
      </StateCard>
    );
  }
  return (
    <>
      <SelectField
        label="Coin"
        value={trend.coin}
        onChange={({ target: { value } }) => setChosen(value)}
        className="max-w-md"
      >
        {trends.map(({ coin, name }) => (
          <option key={coin} value={coin}>
            {name === coin ? coin : `${coin}, ${name}`}
          </option>
        ))}
      </SelectField>
      <Card as="section" aria-labelledby="band" className="grid min-w-0 gap-4">
        <h2 id="band" className="text-xl">
          Price and news reports
        </h2>
        <BandChart trend={trend} />
        <WhatThisIsNot>
          The band shows the usual price range. A price outside it might come back or keep going.
        </WhatThisIsNot>
      </Card>
      <Card as="section" aria-labelledby="waves" className="grid min-w-0 gap-4">
        <h2 id="waves" className="text-xl">
          Waves
        </h2>
        <WaveChart trend={trend} />
        <WhatThisIsNot>These moves are over. No one can predict the next one.</WhatThisIsNot>
      </Card>
    </>
  );
}
