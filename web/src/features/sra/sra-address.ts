/** The parts of the page, as `?view=` names them. */
const views = ['policies', 'history', 'exceptions'] as const;
export type View = (typeof views)[number];

/** What the address of the page says: which part, which assessment, which setting, which two to compare. */
export type SraAddress = {
  readonly view: View;
  readonly assessment: string | undefined;
  readonly setting: string | undefined;
  readonly before: string | undefined;
  readonly after: string | undefined;
};

function idIn(parameters: URLSearchParams, name: string): string | undefined {
  return /^[1-9]\d{0,9}$/.exec(parameters.get(name) ?? '')?.[0];
}

export function readAddress(parameters: URLSearchParams): SraAddress {
  return {
    view: views.find((view) => view === parameters.get('view')) ?? 'policies',
    assessment: idIn(parameters, 'assessment'),
    setting: parameters.get('setting') ?? undefined,
    before: idIn(parameters, 'before'),
    after: idIn(parameters, 'after'),
  };
}

/** The query of an address; what is usual is left out. */
export function addressFor(address: Partial<SraAddress>): Record<string, string> {
  const entries = Object.entries(address).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== 'policies',
  );
  return Object.fromEntries(entries);
}
