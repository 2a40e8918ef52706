// canary: types TS1294 erasableSyntaxOnly
export enum Color {
  Red,
}
