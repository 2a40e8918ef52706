import type { FastifyRequest } from 'fastify';

/** The first of these content codings that whoever asked can read (RFC 9110, section 12.5.3). */
export function acceptedEncoding<Encoding extends string>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  offered: readonly Encoding[],
): Encoding | undefined {
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(';', 1)[0]?.trim());
  return offered.find((encoding) => accepted.includes(encoding));
}
