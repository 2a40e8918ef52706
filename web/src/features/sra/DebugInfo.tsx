/** What to tell support: the address that the popup came back to. */
export function DebugInfo({ address }: { readonly address: string }) {
  return (
    <details className="mx-auto max-w-md text-sm text-ink-soft">
      <summary className="mx-auto min-h-6 w-fit rounded-md px-1 font-medium">Debug info</summary>
      <p className="mt-2 wrap-anywhere">
        URL: <code>{address}</code>
      </p>
    </details>
  );
}
