import { Check } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Buttons, Card, Page, Stack } from '../../shared/ui/layout.tsx';
import { Pill } from '../../shared/ui/note.tsx';
import { comingScreens } from './screens.ts';

/** An honest page for a screen that comes with the next update. */
export function ComingPage() {
  const screen = comingScreens[useLocation().pathname.replace(/\/$/, '')];
  if (!screen) return null;
  return (
    <Page key={screen.title} title={screen.title} lead={screen.lead} narrow>
      <Card>
        <Stack className="justify-items-start">
          <Pill kind="water">Coming with the next update</Pill>
          <h2 className="text-lg">What it will do</h2>
          <ul className="grid gap-2.5">
            {screen.points.map((point) => (
              <li key={point} className="grid grid-cols-[1.5rem_1fr] gap-3">
                <Check aria-hidden className="mt-0.5 size-5.5 text-water" />
                {point}
              </li>
            ))}
          </ul>
          <p className="text-ink-2">This page is not ready yet. The guided transfer is, and does not depend on it.</p>
          <Buttons className="w-full">
            <ButtonLink to={paths.home}>Start a transfer</ButtonLink>
          </Buttons>
        </Stack>
      </Card>
    </Page>
  );
}
