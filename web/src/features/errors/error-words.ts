export type ErrorWords = { readonly title: string; readonly message: string };

export type ErrorFacts = {
  /** What the page itself was told to say. */
  readonly message?: string | undefined;
  /** What the page before left in the navigation state. */
  readonly stateMessage?: string | undefined;
  readonly code?: number | undefined;
};

const titles: Readonly<Record<number, string>> = {
  402: '402 - Payment Required',
  404: '⚠️ 404 - Not Found',
  500: '500 - Server Error',
};

const messages: Readonly<Record<number, string>> = {
  402: 'Payment Required. Please check your subscription or billing details.',
  404: 'Oops, This Page Cannot Be Found!',
  500: 'Internal Server Error. Please try again later.',
};

/** Title and message of the generic error page (specification §2). */
export function errorWords({ message, stateMessage, code = 0 }: ErrorFacts): ErrorWords {
  return {
    title: stateMessage === undefined ? (titles[code] ?? 'Error') : 'Error',
    message: message ?? stateMessage ?? messages[code] ?? 'An unexpected error occurred.',
  };
}
