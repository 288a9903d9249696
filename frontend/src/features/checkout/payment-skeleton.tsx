import { Skeleton } from '../../shared/ui/state.tsx';

/** The place of the payment form, before it is there. */
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

/** The place of its card fields alone. */
export function CardSkeleton() {
  return (
    <div className="grid gap-5" aria-hidden>
      <Skeleton className="h-24" />
      <Skeleton className="h-20" />
      <div className="grid grid-cols-2 gap-5">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    </div>
  );
}
