// canary: types TS6133 noUnusedLocals
// canary: lint no-unused-vars
const never = 1;
export const ever = 2;
