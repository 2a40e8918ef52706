type Row = { readonly what: string; readonly measured: string; readonly target?: string; readonly holds?: boolean };

/** `--prove`: a fault is planted for every target, and each of them has to be missed. What is measured is then small. */
export const proves = process.argv.includes('--prove');

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

  /** @returns the exit code: 1 when a target was missed, or a planted fault was not seen. */
  end(name: string): number {
    const judged = this.#rows.filter(({ holds }) => holds !== undefined);
    const right = judged.filter(({ holds }) => holds !== proves);
    console.log('');
    for (const row of this.#rows) console.log(line(row));
    console.log(
      `\n${name}: ${right.length} of ${judged.length} ${proves ? 'planted faults were seen' : 'targets hold'}`,
    );
    return right.length === judged.length ? 0 : 1;
  }
}

function line({ what, measured, target = '', holds }: Row): string {
  return `${verdictOf(holds).padEnd(6)}  ${what.padEnd(38)} ${measured}${target === '' ? '' : `  (${target})`}`;
}

function verdictOf(holds: boolean | undefined): string {
  if (holds === undefined) return '';
  if (proves) return holds ? 'UNSEEN' : 'seen';
  return holds ? 'ok' : 'MISSED';
}

/** The middle of how long it takes, in milliseconds. */
export async function timeOf(run: () => unknown, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return median(times);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
