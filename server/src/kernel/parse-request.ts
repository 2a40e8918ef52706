import type { Access, Endpoint } from '@sentrywell/contract/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { SessionCookie } from './cookie.ts';
import { Refusal } from './refusal.ts';
import type { Origin } from './tenant.ts';

export type Parsed<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = {
  readonly params: z.output<P>;
  readonly query: z.output<Q>;
  readonly body: z.output<B>;
  readonly origin: Origin;
  readonly cookie: SessionCookie;
};

/** @throws Refusal when the request is not what the contract says: a 404 for its path, else what stands where. */
export function parseRequest<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  endpoint: Pick<Endpoint<Access, P, Q, B>, 'params' | 'query' | 'body'>,
  request: FastifyRequest,
  { origin, cookie }: Pick<Parsed<P, Q, B>, 'origin' | 'cookie'>,
): Parsed<P, Q, B> {
  const params = endpoint.params.safeParse(request.params);
  if (!params.success) {
    throw new Refusal('route.not_found', { cause: params.error });
  }
  return {
    params: params.data,
    query: parsePart(endpoint.query, request.query),
    body: parsePart(endpoint.body, request.body),
    origin,
    cookie,
  };
}

function parsePart<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) {
    return result.data;
  }
  const issues = result.error.issues.slice(0, 20).map((issue) => ({
    path: issue.path.map(String).join('.').slice(0, 100),
    message: issue.message.slice(0, 200),
  }));
  // The sentence alone, as a person reads it (ruling R5): which field it is about stands beside it, in the issues.
  const message = issues[0]?.message;
  throw new Refusal('request.invalid', { cause: result.error, issues, ...(message === undefined ? {} : { message }) });
}
