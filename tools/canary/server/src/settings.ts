export const settings = { port: 3000 };
