import type { Access } from '@sentrywell/contract/endpoint.ts';
import type { FastifyRequest } from 'fastify';

/**
 * The organization that a call names; undefined: it names none. 'none': what it names can't be an organization, which is answered
 * only once the caller is known to be signed in.
 */
export function organizationIdOf(access: Access, request: FastifyRequest): number | 'none' | undefined {
  if (access.kind !== 'organization') {
    return undefined;
  }
  const named = access.from === 'path' ? field(request.params, 'id') : field(request.query, 'orgId');
  if (named === undefined) {
    return undefined;
  }
  // Junk is not an organization: the same 404 (security rule 4).
  return typeof named === 'string' && /^[1-9]\d{0,9}$/.test(named) ? Number(named) : 'none';
}

function field(from: unknown, key: string): unknown {
  return typeof from === 'object' && from !== null ? (from as Record<string, unknown>)[key] : undefined;
}
