import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/layout.tsx';
import { StateCard } from '../../ui/state.tsx';

export function NotFoundPage() {
  return (
    <Page title="404 Page not found" narrow>
      <StateCard actions={<ButtonLink to={paths.home}>Back to home</ButtonLink>}>
        <p>
          This page does not exist. Its name may be mistyped, or it has moved. Your XRP and your transfer are as they
          were.
        </p>
      </StateCard>
    </Page>
  );
}
