import { Skeleton } from '../../shared/ui/state.tsx';

/** The place of the payment fields, before they are there. */
export function PaymentSkeleton() {
  return (
    <div className="grid gap-5" aria-hidden>
      <Skeleton className="h-20" />
      <div className="grid gap-5 sm:grid-cols-2">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
      <Skeleton className="h-20" />
      <Skeleton className="h-13 rounded-full" />
    </div>
  );
}
