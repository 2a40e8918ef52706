export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** A policy as Google's Cloud Identity Policy API sends it, read. */
export type GooglePolicy = {
  readonly name: string;
  readonly customer: string;
  /** `orgUnits/{id}`; empty where Google left it out, which means the root. */
  readonly orgUnit: string;
  /** `groups/{id}` or `WORKSPACE_ALL_ADMIN_GROUP` for a policy of a group. */
  readonly group: string | undefined;
  /** Greater wins. */
  readonly sortOrder: number;
  /** Set by an administrator, or supplied by Google. */
  readonly by: 'ADMIN' | 'SYSTEM';
  readonly type: string;
  /** Undefined where the value is not an object: such a setting is unreadable. */
  readonly value: JsonObject | undefined;
  /** What Google sent, for 'View JSON'. */
  readonly raw: JsonObject;
};

type PolicyPage = { readonly policies: readonly GooglePolicy[]; readonly nextPageToken: string | undefined };

export type PageFailure = 'too-large' | 'not-json' | 'too-deep' | 'unsafe-key' | 'not-a-page' | 'not-a-policy';
export type PageResult = { readonly page: PolicyPage } | { readonly failure: PageFailure };

/** Bytes that one answer, and all pages of one assessment together, may have. */
export const maximumBytes = 5 * 1024 * 1024;
const maximumDepth = 32;

// Names that reach an object's prototype when a careless hand copies them.
const unsafeKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

class Unreadable extends Error {
  readonly failure: PageFailure;
  constructor(failure: PageFailure) {
    super(failure);
    this.failure = failure;
  }
}

// PostgreSQL keeps neither NUL nor half a surrogate pair in JSON.
function cleanText(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed();
}

function cleanKey(key: string): string {
  if (unsafeKeys.has(key) || cleanText(key) !== key) throw new Unreadable('unsafe-key');
  return key;
}

function clean(value: unknown, depth: number): Json {
  if (depth > maximumDepth) throw new Unreadable('too-deep');
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'boolean' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
  if (typeof value !== 'object') throw new Unreadable('not-json');
  const object: { [key: string]: Json } = {};
  for (const [key, item] of Object.entries(value)) object[cleanKey(key)] = clean(item, depth + 1);
  return object;
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isJsonList(value);
}

export function isJsonList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

// Left out, it is empty; in another shape it would decide what a policy is about, and where it is in force, by a guess.
function objectAt(parent: JsonObject, key: string): JsonObject {
  const { [key]: value = {} } = parent;
  if (!isJsonObject(value)) throw new Unreadable('not-a-policy');
  return value;
}

function textAt(parent: JsonObject, key: string): string {
  const { [key]: value = '' } = parent;
  if (typeof value !== 'string') throw new Unreadable('not-a-policy');
  return value;
}

// Left out, it is 0; in another shape it would decide which policy wins by a guess.
function sortOrderOf(query: JsonObject): number {
  const { sortOrder = 0 } = query;
  const strength = typeof sortOrder === 'string' && sortOrder.trim() !== '' ? Number(sortOrder) : sortOrder;
  if (typeof strength !== 'number' || !Number.isFinite(strength)) throw new Unreadable('not-a-policy');
  return strength;
}

function readPolicy(raw: Json): GooglePolicy {
  if (!isJsonObject(raw)) throw new Unreadable('not-a-policy');
  const setting = objectAt(raw, 'setting');
  const query = objectAt(raw, 'policyQuery');
  const name = textAt(raw, 'name');
  const type = textAt(setting, 'type');
  if (name === '' || type === '') throw new Unreadable('not-a-policy');
  const { value = {} } = setting;
  const group = textAt(query, 'group');
  return {
    name,
    customer: textAt(raw, 'customer'),
    orgUnit: textAt(query, 'orgUnit'),
    group: group === '' ? undefined : group,
    sortOrder: sortOrderOf(query),
    by: raw['type'] === 'ADMIN' ? 'ADMIN' : 'SYSTEM',
    type,
    value: isJsonObject(value) ? value : undefined,
    raw,
  };
}

function parseJson(body: string): unknown {
  if (Buffer.byteLength(body) > maximumBytes) throw new Unreadable('too-large');
  try {
    return JSON.parse(body);
  } catch {
    throw new Unreadable('not-json');
  }
}

/** @returns undefined where it is no JSON, or none that is safe to read: a proxy's page, for instance. */
export function jsonIn(body: string): Json | undefined {
  try {
    return clean(parseJson(body), 0);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function readPage(body: string): PolicyPage {
  const answer = clean(parseJson(body), 0);
  if (!isJsonObject(answer)) throw new Unreadable('not-a-page');
  const { policies = [], nextPageToken = '', error } = answer;
  // Without policies it would be read as an empty last page.
  if (error !== undefined || !isJsonList(policies) || typeof nextPageToken !== 'string')
    throw new Unreadable('not-a-page');
  return { policies: policies.map(readPolicy), nextPageToken: nextPageToken === '' ? undefined : nextPageToken };
}

/**
 * Reads one page of the Policy API. Unknown keys and unknown setting types are kept; one policy that cannot be read
 * fails the page, because a page that is read in part must not pass for a whole one.
 */
export function parsePolicyPage(body: string): PageResult {
  try {
    return { page: readPage(body) };
  } catch (error) {
    if (error instanceof Unreadable) return { failure: error.failure };
    throw error;
  }
}
