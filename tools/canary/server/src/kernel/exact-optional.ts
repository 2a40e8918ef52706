// canary: types TS2375 exactOptionalPropertyTypes
export const person: { name?: string } = { name: undefined };
