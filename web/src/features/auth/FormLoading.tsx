import { Skeleton } from '../../ui/Skeleton.tsx';

/** Where a form will be, while what it is about is looked up. */
export function FormLoading({ fields }: { readonly fields: number }) {
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: fields }, (_, index) => (
        <div key={index} className="space-y-1.5">
          <Skeleton className="h-6 w-28" />
          <Skeleton className="h-10" />
        </div>
      ))}
      <Skeleton isCard className="h-12" />
    </div>
  );
}
