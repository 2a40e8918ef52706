// canary: types TS7006 strict
export const echo = (value) => value;
