import type { Plugin } from 'vite';

const inert = '\0no-shapes';

// Whatever is made of it is itself: `z.object({…}).strict()` costs a few steps and holds nothing.
const code = `
const checks = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'check']);
export const z = new Proxy(function () {}, {
  apply: () => z,
  get: (_, name) => {
    if (checks.has(name)) {
      throw new Error('The browser has no shapes to check by: a rule that a screen needs is a function of the contract.');
    }
    return z;
  },
});
`;

/**
 * The contract's shapes are for the server, which checks by them; the browser needs of a call its method and path. Without this
 * every screen would load zod and make all shapes first (docs/decisions/0009-no-shapes-in-the-browser.md).
 */
export function noShapes(): Plugin {
  return {
    name: 'sentrywell:no-shapes',
    enforce: 'pre',
    resolveId: (source) => (source === 'zod' ? inert : undefined),
    load: (id) => (id === inert ? code : undefined),
  };
}
