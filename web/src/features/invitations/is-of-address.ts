import { CallFailed } from '../../kernel/call.ts';

/** Whether an invitation was refused for its address: sent again as it is, it would be refused again. */
export function isOfAddress(failure: unknown): boolean {
  return failure instanceof CallFailed && (failure.status === 400 || failure.status === 409);
}
