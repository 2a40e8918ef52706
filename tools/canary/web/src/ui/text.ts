export const text = 'x';
