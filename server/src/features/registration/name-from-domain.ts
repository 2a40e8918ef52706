// Endings of two labels behind which the name stands: 'harbour.co.uk' is called 'Harbour', not 'Co'.
const secondLevel = new Set([
  'co',
  'com',
  'net',
  'org',
  'gov',
  'edu',
  'ac',
  'or',
  'ne',
  'go',
  'nhs',
  'ltd',
  'plc',
  'gob',
  'gouv',
]);

/** A name to begin with, to be changed later: 'riverside-it.com' → 'Riverside It' (ruling R15). */
export function nameFromDomain(domain: string): string {
  const labels = domain.toLowerCase().split('.');
  const beforeEnding = labels.slice(0, -1);
  const ending = labels.at(-1) ?? '';
  const isTwoLabelEnding = ending.length === 2 && beforeEnding.length > 1 && secondLevel.has(beforeEnding.at(-1) ?? '');
  const label = (isTwoLabelEnding ? beforeEnding.at(-2) : beforeEnding.at(-1)) ?? domain;
  return label
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
