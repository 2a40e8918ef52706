import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { MspRole, Role } from './permissions.ts';

/**
 * Who may call an endpoint. A root user may call every one.
 *
 * - `open`: anybody, signed in or not.
 * - `person`: anybody who is signed in.
 * - `msp`: a person of an MSP who holds one of the roles; reads the MSP's tenant.
 * - `organization`: a person who holds one of the roles *and* reaches the organization. The organization is the path
 *   parameter `id`, or (`from: 'session'`) the session's own unless an MSP or root user names one with the query
 *   parameter `orgId` (ruling R23).
 */
export type Access =
  | { readonly kind: 'open' }
  | { readonly kind: 'person' }
  | { readonly kind: 'msp'; readonly roles: readonly MspRole[] }
  | { readonly kind: 'organization'; readonly roles: readonly Role[]; readonly from: 'path' | 'session' };

/** One HTTP call, described once: the server mounts it, the browser calls it, the tests go through all of them. */
export type Endpoint<
  A extends Access = Access,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  readonly method: 'GET' | 'POST';
  /** With `:name` for each path parameter. */
  readonly path: `/api/${string}`;
  /** One sentence for the OpenAPI page. */
  readonly summary: string;
  readonly access: A;
  readonly params: Params;
  readonly query: Query;
  /** `noBody` for a GET, and for a POST that carries nothing. */
  readonly body: Body;
  readonly reply: Reply;
  /** Every refusal a caller can meet, besides the ones that any call can meet. */
  readonly refusals: readonly ErrorCode[];
  /** Its reply is long and mirrors nothing of the request, so it travels compressed (decision record 0008). */
  readonly compresses?: true;
};

export function endpoint<
  const A extends Access,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
>(definition: Endpoint<A, Params, Query, Body, Reply>): Endpoint<A, Params, Query, Body, Reply> {
  return definition;
}

/** The path of a call with its parameters in their places. */
export function pathOf(
  { path }: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, string | number | undefined>> = {},
): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}
