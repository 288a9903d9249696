import { paths } from '../../shared/paths.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Page } from '../../shared/ui/layout.tsx';
import { StateCard } from '../../shared/ui/state.tsx';

export function NotFoundPage() {
  return (
    <Page title="Page not found" narrow>
      <StateCard actions={<ButtonLink to={paths.home}>Back to the start</ButtonLink>}>
        <p>There is nothing at this address. It may have been mistyped, or the page has moved.</p>
      </StateCard>
    </Page>
  );
}
