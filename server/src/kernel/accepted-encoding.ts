import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';

/**
 * The content coding that the client likes best among those offered; undefined: none of them.
 * @param offered the one that shrinks most first.
 */
export function acceptedEncoding<Encoding extends string>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  offered: Encoding[],
): Encoding | undefined {
  // Their names have no case (RFC 9110, section 8.4.1); the library's have.
  return negotiate(String(headers['accept-encoding'] ?? '').toLowerCase(), offered) ?? undefined;
}
