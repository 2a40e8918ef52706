import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { rulesFingerprint } from './rules-fingerprint.ts';

const jsonValue = z.json();
const text = z.string().min(1);

const rule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('informational') }),
  z.strictObject({ kind: z.literal('equals'), value: jsonValue }),
  z.strictObject({ kind: z.literal('oneOf'), value: jsonValue, accept: z.array(jsonValue).min(1) }),
  z.strictObject({
    kind: z.literal('equalsWhen'),
    value: jsonValue,
    when: z.strictObject({ field: text, in: z.array(jsonValue).min(1) }),
  }),
  z.strictObject({
    kind: z.literal('equalsUnless'),
    value: jsonValue,
    unless: z.strictObject({ field: text, equals: jsonValue }),
  }),
  z.strictObject({ kind: z.literal('empty') }),
  z.strictObject({ kind: z.literal('atLeast'), value: z.union([z.number(), text]) }),
  z.strictObject({ kind: z.literal('atMost'), value: z.union([z.number(), text]) }),
  z.strictObject({ kind: z.literal('range'), value: text, min: text, max: text }),
  z.strictObject({ kind: z.literal('timestampInPast'), shouldBe: text }),
  z.strictObject({
    kind: z.literal('custom'),
    check: z.enum(['every-service-restricted', 'rule-is-on', 'no-wide-bypass']),
    shouldBe: text,
    services: z.array(text).optional(),
  }),
]);

const field = z.strictObject({
  name: text,
  valueType: z.enum(['bool', 'enum', 'string', 'int', 'timestamp', 'duration', 'object', 'list']),
  enum: z.array(text).optional(),
  /** What Google applies where nothing is set; absent where it is not published. */
  default: jsonValue.optional(),
  defaultSource: text.optional(),
  rule,
  source: text.optional(),
  note: text.optional(),
});

const citation = z.string().regex(/^164\.3(06|08|10|12|14|16)(\([a-z0-9]+\))+(\([ivx]+\))?(\([A-Z]\))?$/);

const setting = z
  .strictObject({
    type: z.string().regex(/^settings\/[a-z0-9_]+\.[a-z0-9_]+$/),
    area: text,
    title: text,
    tier: z.literal([1, 2, 3]),
    basis: z.enum(['benchmark', 'judgement', 'none']),
    reducer: z.enum(['max', 'merge', 'maxMap', 'list', 'aggregate']),
    fields: z.array(field),
    scuba: z.array(z.string().regex(/^GWS\.[A-Z]+\.\d+\.\d+$/)),
    cis: z.array(z.string().regex(/^\d+(\.\d+)+$/)),
    hipaa: z.array(citation).min(1),
    nist80053: z.array(text),
    remedy: z
      .array(z.string().regex(/^[^,]+$/, 'a step must not hold a comma: the steps are joined by commas'))
      .min(2)
      .max(4),
    sources: z.array(text),
    note: text.optional(),
  })
  .refine((record) => record.type.startsWith(`settings/${record.area}.`), 'the area must be the one of the type')
  .refine((record) => new Set(record.fields.map(({ name }) => name)).size === record.fields.length, 'each field once');

/** The shape of `catalogue/workspace-settings.json`. */
export const settingsFile = z.array(setting);

export const versionFile = z.strictObject({
  version: z.string().regex(/^\d{4}\.\d{2}$/),
  benchmarks: z.record(text, text),
  sources: z.array(z.strictObject({ id: text, title: text, use: text })),
});

export const citationsFile = z.record(citation, text);

export type CatalogueRule = z.output<typeof rule>;
export type CatalogueField = z.output<typeof field>;
export type CatalogueSetting = z.output<typeof setting>;

export type Catalogue = {
  readonly version: string;
  /** The mark of its content and of what judges by it. */
  readonly rules: string;
  readonly settings: readonly CatalogueSetting[];
  readonly find: (type: string) => CatalogueSetting | undefined;
};

/** @returns a file of the folder `catalogue/` as JSON, not yet checked. */
export function readCatalogueFile(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../../catalogue/${name}`, import.meta.url), 'utf8'));
}

const versions = versionFile.parse(readCatalogueFile('catalogue-version.json'));

/** Name of a benchmark → its title and edition, of the catalogue's version as it is now. */
export const benchmarks: Readonly<Record<string, string>> = versions.benchmarks;

function createCatalogue(version: string, settings: readonly CatalogueSetting[]): Catalogue {
  const byType = new Map(settings.map((record) => [record.type, record]));
  return { version, rules: rulesFingerprint(settings), settings, find: (type) => byType.get(type) };
}

/** Best practices and remedies of Workspace settings (ruling R26), read and checked once. */
export const catalogue = createCatalogue(
  versions.version,
  settingsFile.parse(readCatalogueFile('workspace-settings.json')),
);

/** Citation of the HIPAA Security Rule → its short title. */
export const hipaaTitles: Readonly<Record<string, string>> = citationsFile.parse(
  readCatalogueFile('hipaa-citations.json'),
);
