import { domainToUnicode } from 'node:url';
import { domainOf } from '@sentrywell/contract/shapes.ts';
import { isPublicMailDomain } from '../../kernel/public-mail-domains.ts';
import { fullName, type Newcomer } from './newcomer.ts';

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

/** What an MSP or an organization is called to begin with: after its domain, or after the person where anybody can get a mailbox. */
export function nameToBeginWith(newcomer: Newcomer): string {
  const domain = domainOf(newcomer.email);
  return fitting(isPublicMailDomain(domain) ? fullName(newcomer) : nameFromDomain(domain));
}

/** No longer than a name that the settings take (ruling R8), and without half a sign at its end. */
function fitting(name: string): string {
  return name
    .slice(0, 100)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}

/** 'riverside-it.com' → 'Riverside It' (ruling R15), and 'xn--bcher-kva.example' → 'Bücher'. */
function nameFromDomain(domain: string): string {
  // '' where what looks encoded is not.
  const labels = (domainToUnicode(domain) || domain).toLowerCase().split('.');
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
