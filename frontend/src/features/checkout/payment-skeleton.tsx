import { CardSkeleton } from '../../domain/card-form/card-skeleton.tsx';
import { Skeleton } from '../../ui/state.tsx';

export function PaymentSkeleton() {
  return (
    <div className="grid gap-5" aria-hidden>
      <CardSkeleton />
      <Skeleton className="h-20" />
      <Skeleton className="h-13 rounded-full" />
      <Skeleton className="h-12" />
    </div>
  );
}
