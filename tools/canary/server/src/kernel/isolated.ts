// canary: types TS2748 isolatedModules
declare const enum Ambient {
  One = 1,
}
export const one = Ambient.One;
