import { classes } from './classes.ts';

/** A grey place-holder of the size of what is coming. Hidden from screen readers: say "Loading…" once elsewhere. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden="true" className={classes('breathe block rounded-md bg-line/70', className)} />;
}
