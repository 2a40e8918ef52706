// canary: lint unicorn/filename-case
export const value = 1;
