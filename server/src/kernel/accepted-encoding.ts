import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';

/** Of these content codings, the shortest first, the one that whoever asked likes best; undefined: none of them. */
export function acceptedEncoding<Encoding extends string>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  offered: Encoding[],
): Encoding | undefined {
  // Their names have no case (RFC 9110, section 8.4.1); the library's have.
  return negotiate(String(headers['accept-encoding'] ?? '').toLowerCase(), offered) ?? undefined;
}
