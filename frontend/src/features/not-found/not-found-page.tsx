import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/layout.tsx';
import { StateCard } from '../../ui/state.tsx';

export function NotFoundPage() {
  return (
    <Page title="404 Page not found" narrow>
      <StateCard actions={<ButtonLink to={paths.home}>Back to home</ButtonLink>}>
        <p>
          This page doesn’t exist. The link may have a typo, or the page may have moved. Your XRP and your transfer are
          fine.
        </p>
      </StateCard>
    </Page>
  );
}
