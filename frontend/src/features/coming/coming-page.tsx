import { pages } from '@xrp-bridge/contracts/pages';
import { paths } from '../../shared/paths.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { CheckList } from '../../shared/ui/check-list.tsx';
import { Buttons, Card, Page, Stack } from '../../shared/ui/layout.tsx';
import { Pill } from '../../shared/ui/note.tsx';
import { comingScreens } from './screens.ts';

/** An honest page for a screen that comes with the next update. */
export function ComingPage({ name }: { name: keyof typeof comingScreens }) {
  const { lead, points } = comingScreens[name];
  return (
    <Page key={name} title={pages[name].title} lead={lead} narrow>
      <Card>
        <Stack className="justify-items-start">
          <Pill kind="water">Coming with the next update</Pill>
          <h2 className="text-lg">What it will do</h2>
          <CheckList points={points} />
          <p className="text-ink-2">This page is not ready yet. The guided transfer is, and does not depend on it.</p>
          <Buttons className="w-full">
            <ButtonLink to={paths.home}>Start a transfer</ButtonLink>
          </Buttons>
        </Stack>
      </Card>
    </Page>
  );
}
