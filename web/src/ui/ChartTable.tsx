type ChartTableProps = {
  readonly label: string;
  readonly head: readonly [string, string];
  readonly rows: ReadonlyArray<readonly [string, string]>;
};

/** The same numbers as a chart, for those who can't see it. */
export function ChartTable({ label, head, rows }: ChartTableProps) {
  return (
    <table className="sr-only">
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{head[0]}</th>
          <th scope="col">{head[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
