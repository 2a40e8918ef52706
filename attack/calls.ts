import type { Target } from './target.ts';

/** A call of the product as its own description tells it. */
export type Described = {
  readonly method: 'GET' | 'POST';
  /** With `{name}` for its parts. */
  readonly path: string;
  readonly query: readonly string[];
  readonly body: readonly string[];
};

type Schema = { readonly properties?: Readonly<Record<string, unknown>>; readonly anyOf?: readonly Schema[] };
type Operation = {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
};
type Description = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

function keysOf({ properties = {}, anyOf = [] }: Schema): string[] {
  return [...new Set([...Object.keys(properties), ...anyOf.flatMap(keysOf)])];
}

/** Every call that the server describes. */
export async function describedCalls({ ask }: Pick<Target, 'ask'>): Promise<readonly Described[]> {
  const { text } = await ask({ path: '/api/openapi.json' });
  const { paths }: Description = JSON.parse(text);
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, { parameters = [], requestBody }]): Described => ({
        method: method === 'post' ? 'POST' : 'GET',
        path,
        query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
        body: requestBody === undefined ? [] : keysOf(requestBody.content['application/json'].schema),
      }),
    ),
  );
}

/** The address with each `{part}` filled in. */
export function addressOf(call: Described, part: (name: string) => string): string {
  return call.path.replace(/\{(\w+)\}/g, (_, name: string) => part(name));
}
