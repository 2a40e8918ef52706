import type { OpenInvitation } from '@sentrywell/contract/invitations.ts';
import type { CallFailed } from '../../kernel/call.ts';
import type { TableState } from '../../ui/table-types.ts';

export function tableStateOf(
  rows: readonly OpenInvitation[] | undefined,
  error: CallFailed | undefined,
  onRetry: () => void,
): TableState<OpenInvitation> {
  if (rows !== undefined) {
    return { kind: 'ready', rows };
  }
  return error === undefined
    ? { kind: 'loading' }
    : { kind: 'error', title: 'Error Loading Invitations', message: error.message, onRetry };
}
