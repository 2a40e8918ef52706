// canary: lint no-restricted-globals
export const load = (): Promise<Response> => fetch('/api');
