import { Skeleton } from '../../ui/state.tsx';

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
