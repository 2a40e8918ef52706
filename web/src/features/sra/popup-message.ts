/** What the popup of the workspace sign-in tells the page that opened it (specification §2, 'Sign-in popup pages'). */
export type PopupMessage =
  | { readonly type: 'OAUTH_SUCCESS'; readonly uuid: string }
  | { readonly type: 'OAUTH_ERROR'; readonly message: string };

/** Reaches the page even where the browser has cut the tie between the popup and its opener. */
export const popupChannel = 'sentrywell.workspace-sign-in';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isUuid(text: string | null | undefined): text is string {
  return typeof text === 'string' && uuidPattern.test(text);
}

/** What a message says; undefined: it is none of ours. `no-uuid`: a success that does not say of what. */
export type HeardMessage =
  | { readonly kind: 'success'; readonly uuid: string }
  | { readonly kind: 'no-uuid' }
  | { readonly kind: 'error'; readonly message: string };

function textOf(data: object, key: string): string | undefined {
  const value: unknown = Object.entries(data).find(([name]) => name === key)?.[1];
  return typeof value === 'string' ? value : undefined;
}

export function readMessage(data: unknown): HeardMessage | undefined {
  if (typeof data !== 'object' || data === null) {
    return undefined;
  }
  switch (textOf(data, 'type')) {
    case 'OAUTH_SUCCESS': {
      const uuid = textOf(data, 'uuid');
      return isUuid(uuid) ? { kind: 'success', uuid } : { kind: 'no-uuid' };
    }
    case 'OAUTH_ERROR':
      return { kind: 'error', message: textOf(data, 'message') ?? '' };
    default:
      return undefined;
  }
}
