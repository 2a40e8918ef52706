// canary: dead-code files
export const value = 1;
