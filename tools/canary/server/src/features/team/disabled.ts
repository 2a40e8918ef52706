// canary: lint unicorn/no-abusive-eslint-disable
/* eslint-disable */
export const value = 1;
