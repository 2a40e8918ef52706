// canary: types TS7028 allowUnusedLabels
export function loop(): void {
  outer: for (const _ of [1]) continue;
}
