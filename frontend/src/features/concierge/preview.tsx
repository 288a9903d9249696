import type { ReactNode } from 'react';
import { Sparkline } from '../../domain/signals/sparkline.tsx';
import { Card } from '../../ui/layout.tsx';
import { Pill } from '../../ui/note.tsx';
import { sampleAlerts, sampleCloses, sampleTokens } from './samples.ts';

/** Shows a grey, inert preview with invented data, and `children` below the preview. */
export function Preview({ children }: { children: ReactNode }) {
  return (
    <Card as="section" aria-labelledby="preview" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="preview" className="text-xl">
          What the concierge looks like inside
        </h2>
        <Pill kind="water">Sample</Pill>
      </div>
      <p className="text-ink-2">These coins and numbers are made&#8209;up examples.</p>
      <div inert className="grid gap-3 grayscale select-none md:max-lg:grid-cols-2">
        <Tile title="Stable tokens">
          {sampleTokens.map(({ symbol, name, price }) => (
            <p key={symbol} className="flex flex-wrap justify-between gap-x-3">
              <span>{name}</span> <span className="tabular">${price}</span>
            </p>
          ))}
        </Tile>
        <Tile title="Deviation alerts">
          {sampleAlerts.map(({ symbol, name, level }) => (
            <p key={symbol} className="flex flex-wrap justify-between gap-x-3">
              <span>{name}</span> <span>{level}</span>
            </p>
          ))}
        </Tile>
        <Tile title="Waves">
          <Sparkline values={sampleCloses} className="h-16 w-full" />
        </Tile>
        <Tile title="Your portfolio">
          <p className="flex flex-wrap justify-between gap-x-3">
            <span>My phone</span> <span className="tabular">120 XRP</span>
          </p>
          <p className="flex flex-wrap justify-between gap-x-3">
            <span>My exchange</span> <span className="tabular">80 XRP</span>
          </p>
        </Tile>
      </div>
      {children}
    </Card>
  );
}

function Tile({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5 rounded-md bg-sunk px-4 py-3.5 text-ink-3">
      <p className="font-semibold">{title}</p>
      {children}
    </div>
  );
}
