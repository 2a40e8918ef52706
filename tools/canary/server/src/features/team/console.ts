// canary: lint no-console
export const say = (): void => console.log('x');
