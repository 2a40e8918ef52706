import { z } from 'zod';

/** Shapes that several endpoints share. Every string is trimmed, NFC-normalised and free of control characters (ruling R8). */

/** A path that carries nothing, a query that carries nothing, a body that is empty. Unknown keys are refused. */
export const nothing = z.strictObject({});
/** A call without a body: nothing at all or an empty object is accepted (security rule 17). */
export const noBody = z.union([z.undefined(), z.null(), z.strictObject({})]);
/** The answer of a call that only says that it worked. */
export const done = z.object({ success: z.literal(true) });
export const succeeded = { success: true } as const;

export const userTypes = ['msp', 'organization'] as const;
export type UserType = (typeof userTypes)[number];
export const scopeTypes = ['msp', 'organization', 'sra', 'baa', 'pnp'] as const;
export type ScopeType = (typeof scopeTypes)[number];
/** inactive: deactivated, or declined; pending: waits to be let into an MSP. */
export const personStatuses = ['active', 'inactive', 'pending'] as const;
export type PersonStatus = (typeof personStatuses)[number];
/** pending: nobody of it has signed in yet; inactive: deactivated. */
export const organizationStatuses = ['active', 'pending', 'inactive'] as const;
export type OrganizationStatus = (typeof organizationStatuses)[number];

// Control characters, and lone surrogates, which PostgreSQL cannot hold. Text of several lines may hold tabs and line breaks.
const forbidden = /[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/u;
const forbiddenInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff]/u;

// Marks and overrides of writing direction: they show nothing, and turn around what stands beside them.
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
// A letter, a digit, a sign: neither blank nor a character that only shapes others. U+2800 is a pattern without a dot.
const visible = /[^\p{DI}\p{Z}\p{Cf}\u2800]/u;

const tidied = (text: string) => text.normalize('NFC').replace(directionMarks, '').trim();

const atMost = (maximum: number) => `Must be at most ${maximum} characters`;

/** One line of text, without marks of writing direction. */
export function line(maximum: number): z.ZodType<string, string> {
  return z
    .string()
    .max(maximum * 2, atMost(maximum))
    .transform(tidied)
    .refine((text) => !forbidden.test(text), 'Contains characters that are not allowed')
    .refine((text) => text.length <= maximum, atMost(maximum));
}

/** One line of text with something to see in it. */
export function requiredLine(maximum: number, message = 'Is required'): z.ZodType<string, string> {
  return line(maximum).refine((text) => visible.test(text), message);
}

/** Text of several lines. */
export function paragraph(maximum: number, message: string): z.ZodType<string, string> {
  return z
    .string()
    .max(maximum * 2, atMost(maximum))
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => !forbiddenInText.test(text), 'Contains characters that are not allowed')
    .refine((text) => text !== '', message)
    .refine((text) => text.length <= maximum, atMost(maximum));
}

/** Text of several lines that is kept as it was given, such as a certificate; it may be empty. */
export function givenText(maximum: number): z.ZodType<string, string> {
  return z
    .string()
    .max(maximum, atMost(maximum))
    .refine((text) => !forbiddenInText.test(text), 'Contains characters that are not allowed');
}

// One @, an ASCII local part, a domain of at least two labels (security rule 12).
const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$/;

// Browser and server both have it: it encodes the letters of a domain as browsers do (https://url.spec.whatwg.org/#idna).
declare const URL: new (text: string) => { readonly hostname: string };
// Nothing in it that would end or begin a host, or be left out of one.
const unencodedDomain = /^(?=.*[^\u0000-\u007f])[\p{L}\p{M}\p{N}.-]+$/u;

/**
 * An e-mail address in the form in which it is kept, shown and compared (ruling R19): lower-cased, its domain in ASCII as some
 * browsers send it, 'name@bücher.example' → 'name@xn--bcher-kva.example'. No two domains that look alike become the same.
 */
export function asAddress(text: string): string {
  const address = tidied(text).toLowerCase();
  const domainAt = address.lastIndexOf('@') + 1;
  const domain = address.slice(domainAt);
  return unencodedDomain.test(domain) ? `${address.slice(0, domainAt)}${encoded(domain)}` : address;
}

/** @returns it as it is where it is no domain. */
function encoded(domain: string): string {
  try {
    return new URL(`https://${domain}`).hostname;
  } catch {
    return domain;
  }
}

function isAddress(address: string): boolean {
  return address.length <= 254 && emailPattern.test(address);
}

/** @returns whether the text is an e-mail address the product accepts; the same rule in browser and server. */
export function isEmail(text: string): boolean {
  return isAddress(asAddress(text));
}

/** An e-mail address, in the form in which addresses are compared. */
export const email = line(254).transform(asAddress).refine(isAddress, 'Please enter a valid email address');

const domainPattern = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$/;

/** @returns whether the text is a domain name the product accepts; the same rule in browser and server. */
export function isDomainName(text: string): boolean {
  return text.length <= 253 && domainPattern.test(text.trim().toLowerCase());
}

/** A domain name such as `cedarclinic.example`, lower-cased. */
export const domainName = line(253)
  .transform((text) => text.toLowerCase())
  .refine((text) => domainPattern.test(text), 'Please enter a domain name such as clinic.example');

/** The part of an e-mail address behind the @. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** What is said of an address that is not from the domain it has to be from (specification §5). */
export function wrongDomainMessage(domain: string): string {
  return `Email must be from your organization's domain (@${domain})`;
}

/** A password as typed: never trimmed, at most 256 characters (ruling R20). The strength rule is the server's. */
export const password = z
  .string()
  .min(1, 'Password is required')
  .max(256, 'Must be at most 256 characters')
  .refine((text) => !/[\u0000\ud800-\udfff]/u.test(text), 'Contains characters that are not allowed');

export const personName = (message: string): z.ZodType<string, string> => requiredLine(100, message);
export const searchText = line(200);

/** An id in a path or query: `^[1-9]\d{0,9}$`, anything else is a 404 (security rule 4). */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number);
/** An id in a body. */
export const bodyId = z.int().min(1).max(9_999_999_999);
export const idParams = z.strictObject({ id: pathId });
/** The optional organization of a call whose path names none (ruling R23). */
export const orgIdQuery = z.strictObject({ orgId: pathId.optional() });

/** An instant: ISO 8601 in UTC, `2026-11-21T08:55:30.123Z`. */
export const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/);
/** Which instants somebody may name, both included: milliseconds since 1970. */
export const namedInstants = { first: 0, last: Date.UTC(3000, 0, 1) } as const;
/** An instant that somebody names: one that exists, from 1970 to the end of 2999. */
export const namedInstant = instant.refine((text) => {
  const parsed = Date.parse(text);
  const { first, last } = namedInstants;
  return parsed >= first && parsed <= last && new Date(parsed).toISOString().slice(0, 19) === text.slice(0, 19);
}, 'Must be an instant from 1970 to 2999, such as 2026-11-21T00:00:00Z');
/** A one-use token out of a link. */
export const linkToken = z.string().regex(/^[A-Za-z0-9._~-]{16,200}$/);
export const uuid = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
