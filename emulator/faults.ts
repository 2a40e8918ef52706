/** What can be made to go wrong, each as Google's own services would show it. */
export const faultKinds = [
  // The Policy API.
  'rate-limited',
  'permission-denied',
  'unauthenticated',
  'service-disabled',
  'server-error',
  'malformed-json',
  'huge-body',
  'slow',
  'empty-pages',
  'no-policies',
  'endless-pages',
  // The token endpoint and the ID token.
  'token-error',
  'token-slow',
  'revoke-error',
  'without-id-token',
  'id-token-wrong-audience',
  'id-token-wrong-issuer',
  'id-token-wrong-nonce',
  'id-token-without-nonce',
  'id-token-expired',
  'id-token-without-hosted-domain',
  'id-token-other-hosted-domain',
  'id-token-unverified-email',
  'id-token-bad-signature',
  'id-token-unsigned',
  // The consent page.
  'admin-policy-enforced',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export type Fault = {
  readonly kind: FaultKind;
  /** Only for this organization's Workspace; absent: for all. */
  readonly domain?: string;
  /** How often it strikes; absent: until it is cleared. */
  readonly times?: number;
  /** Strikes only on pages after this many (1: the second page is the first one that fails). */
  readonly afterPages?: number;
  /** How long 'slow' and 'token-slow' wait; 30,000 where absent. */
  readonly milliseconds?: number;
};

export type Faults = {
  set: (fault: Fault) => void;
  clear: (domain?: string) => void;
  list: () => readonly Fault[];
  /** @returns the fault if it strikes now, and counts the stroke. */
  strikes: (kind: FaultKind, domain: string, page?: number) => Fault | undefined;
};

export function createFaults(): Faults {
  let active: { fault: Fault; left: number }[] = [];
  return {
    set: (fault) => {
      active.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
    },
    clear: (domain) => {
      active = domain === undefined ? [] : active.filter(({ fault }) => fault.domain !== domain);
    },
    list: () => active.map(({ fault }) => fault),
    strikes: (kind, domain, page = 0) => {
      const found = active.find(({ fault, left }) => {
        const here = fault.domain === undefined || fault.domain === domain;
        return fault.kind === kind && left > 0 && here && page >= (fault.afterPages ?? 0);
      });
      if (found === undefined) return undefined;
      found.left -= 1;
      active = active.filter(({ left }) => left > 0);
      return found.fault;
    },
  };
}
