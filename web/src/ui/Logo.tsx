import { join } from './join.ts';

/** The product's mark: a shield that holds a well, its water level drawn as three rings seen from above. */
function LogoMark({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={join('size-8 shrink-0', className)}>
      <path
        d="M16 1.8 4.2 6v9.3c0 7.2 4.6 12.3 11.8 15 7.2-2.7 11.8-7.8 11.8-15V6L16 1.8Z"
        className="fill-primary-fill"
      />
      <path d="M9 12.8c0-1.9 3.1-3.3 7-3.3s7 1.4 7 3.3-3.1 3.3-7 3.3-7-1.4-7-3.3Z" className="fill-mark" />
      <path
        d="M9.6 17.6c1.3 1.4 3.7 2.2 6.4 2.2s5.1-.8 6.4-2.2M11.4 22c1.2.9 2.8 1.3 4.6 1.3s3.4-.4 4.6-1.3"
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
        className="stroke-mark"
      />
    </svg>
  );
}

/** Mark and name. */
export function Logo({ className = 'text-lg' }: { readonly className?: string }) {
  return (
    <span className={join('inline-flex items-center gap-2.5 font-semibold tracking-tight', className)}>
      <LogoMark />
      Sentrywell
    </span>
  );
}
