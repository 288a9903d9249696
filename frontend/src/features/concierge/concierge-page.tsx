import { OwnershipUnknown } from '../../domain/concierge/owners-only.tsx';
import { useOwnership } from '../../domain/concierge/ownership.ts';
import { useProductName } from '../../lib/api/config.ts';
import { Card, Page } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { Portal } from './portal.tsx';
import { Upsell } from './upsell.tsx';

/** Shows the portal to owners of the concierge, and the description and price to all others. */
export function ConciergePage() {
  const product = useProductName();
  const { data: ownership, error, refetch, isFetching } = useOwnership();
  const title = `${product} Concierge`;
  if (ownership?.state === 'owned') return <Portal title={title} ownership={ownership} />;
  if (ownership) return <Upsell title={title} ownership={ownership} />;
  if (error)
    return <OwnershipUnknown title={title} error={error} again={() => void refetch()} isLoading={isFetching} />;
  return (
    <Page title={title}>
      <Card className="grid gap-4">
        <p role="status" className="sr-only">
          Loading…
        </p>
        <Skeleton className="h-10" />
        <Skeleton className="h-48" />
        <Skeleton className="h-13 rounded-full" />
      </Card>
    </Page>
  );
}
