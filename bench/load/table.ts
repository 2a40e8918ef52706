type Row = { readonly what: string; readonly measured: string; readonly target?: string; readonly holds?: boolean };

/** What a run measured, told as it goes and once more at its end. */
export class Table {
  readonly #rows: Row[] = [];
  readonly #began = performance.now();

  say(text: string): void {
    console.log(`${((performance.now() - this.#began) / 1000).toFixed(0).padStart(4)} s  ${text}`);
  }

  add(row: Row): void {
    this.#rows.push(row);
    this.say(line(row));
  }

  /** @returns the exit code: 1 when a target was missed. */
  end(name: string): number {
    const judged = this.#rows.filter(({ holds }) => holds !== undefined);
    const held = judged.filter(({ holds }) => holds === true);
    console.log('');
    for (const row of this.#rows) console.log(line(row));
    console.log(`\n${name}: ${held.length} of ${judged.length} targets hold`);
    return held.length === judged.length ? 0 : 1;
  }
}

function line({ what, measured, target = '', holds }: Row): string {
  const verdict = holds === undefined ? '      ' : holds ? 'ok    ' : 'MISSED';
  return `${verdict}  ${what.padEnd(38)} ${measured}${target === '' ? '' : `  (${target})`}`;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
