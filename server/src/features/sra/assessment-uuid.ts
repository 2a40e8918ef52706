import { randomBytes } from 'node:crypto';

/**
 * A UUID of version 8: the organization's id in the first 48 bits, 74 random ones behind. It tells in which tenant to look
 * before anything else is known (a root user's session is in another one); it opens nothing by itself (security rule 24).
 */
export function newAssessmentUuid(organizationId: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(organizationId, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export function organizationIdOfUuid(uuid: string): number {
  return Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16);
}
