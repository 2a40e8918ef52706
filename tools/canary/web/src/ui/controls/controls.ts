export const controls = true;
