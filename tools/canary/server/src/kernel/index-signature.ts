// canary: types TS4111 noPropertyAccessFromIndexSignature
export const port = (values: Record<string, string>): string | undefined => values.port;
