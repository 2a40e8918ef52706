// canary: lint no-restricted-globals
export const read = (): string | null => localStorage.getItem('x');
