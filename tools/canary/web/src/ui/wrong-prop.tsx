// canary: types TS2322 web-types-are-read
export const broken = <button disabled="yes">x</button>;
