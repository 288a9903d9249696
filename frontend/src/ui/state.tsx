import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from './drawing.tsx';
import { Buttons, Card, Stack } from './layout.tsx';
import { Pill } from './pill.tsx';

/** Shows why a screen or a part of it is empty or has failed, and the next action. */
export function StateCard({
  drawing,
  pill,
  kind = 'plain',
  title,
  children,
  actions,
}: {
  drawing?: DrawingName;
  pill?: string;
  kind?: 'plain' | 'warn' | 'bad' | 'good' | 'water';
  title?: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <Card as="section" className="max-w-3xl">
      <Stack className="justify-items-start">
        {drawing && <Drawing of={drawing} />}
        {pill && <Pill kind={kind}>{pill}</Pill>}
        {title && <h2 className="text-xl">{title}</h2>}
        <div className="grid gap-3 text-ink-2">{children}</div>
        {actions && <Buttons className="mt-2 w-full">{actions}</Buttons>}
      </Stack>
    </Card>
  );
}

/** Shows a grey placeholder of the size of the content that is loading. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={`animate-pulse rounded-md bg-sunk ${className}`} />;
}
