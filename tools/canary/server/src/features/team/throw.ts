// canary: lint typescript/only-throw-error
export function fail(): never {
  throw 'a text';
}
