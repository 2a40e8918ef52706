import type { Subject } from '@sentrywell/contract/access.ts';

/** The organizations an MSP person is assigned; undefined: all of the MSP, present and future (ruling R11). */
export function reachableIds(subject: Pick<Subject, 'isRootUser' | 'scopes'>): readonly number[] | undefined {
  const all =
    subject.isRootUser || subject.scopes.some((scope) => scope.resourceType === 'msp' && scope.resourceId === -1);
  return all
    ? undefined
    : subject.scopes.filter((scope) => scope.resourceType === 'organization').map((scope) => scope.resourceId);
}
