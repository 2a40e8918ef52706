// canary: lint oxc/no-barrel-file
export * from './throw.ts';
