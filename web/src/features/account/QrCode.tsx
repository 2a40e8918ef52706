import { encode } from 'uqr';

/** The modules of a QR code as one path: a square of 1 by 1 for each dark one. */
function pathOf(rows: ReadonlyArray<readonly boolean[]>): string {
  return rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter((square) => square !== '')
    .join('');
}

/** Dark on light in both themes, with the quiet border that readers need. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-lg border border-line bg-on-primary text-night"
    >
      <path d={pathOf(data)} fill="currentColor" />
    </svg>
  );
}
