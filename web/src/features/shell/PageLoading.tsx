import { Skeleton } from '../../ui/Skeleton.tsx';

/** Where a page will be, while it is not yet known who is there. */
export function PageLoading() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Skeleton className="h-8 w-56" />
      <Skeleton className="mt-3 h-4 w-80 max-w-full" />
      <div className="mt-8 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {['first', 'second', 'third', 'fourth'].map((place) => (
          <Skeleton key={place} isCard className="h-32" />
        ))}
      </div>
    </div>
  );
}
