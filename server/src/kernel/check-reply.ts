import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';

const compiler = new Ajv2020({ removeAdditional: true, strictRequired: false, allowUnionTypes: true });

type JsonSchema = z.core.JSONSchema.BaseSchema;

const scalars: readonly unknown[] = ['string', 'number', 'integer', 'boolean'];

/**
 * A text or number that may be null: one type of two instead of one of two shapes, of which each null would fail the first, with
 * the words of an error that nobody reads. What else the shape says of texts or numbers says nothing of null.
 */
function nullableInOneStep({ jsonSchema }: { readonly jsonSchema: JsonSchema }): void {
  const [one, other, ...more] = jsonSchema.anyOf ?? [];
  if (one !== undefined && other?.type === 'null' && more.length === 0 && isPlainScalar(one)) {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, one, { type: [one.type, 'null'] });
  }
}

const isPlainScalar = ({ type, enum: words, const: word }: JsonSchema) =>
  scalars.includes(type) && words === undefined && word === undefined;

/**
 * Makes the check of a reply: every field is as the contract declares it, and what it doesn't declare is removed. It does what
 * `schema.parse` does, in code written for this one shape, which takes a fifth of the time (docs/performance.md). Written when the
 * first reply comes: for all calls at once it would take a third of a second of the server's start.
 */
export function replyCheck(name: string, schema: z.ZodType): (reply: unknown) => unknown {
  let isAsDeclared: ReturnType<typeof compiler.compile> | undefined;
  return (reply) => {
    isAsDeclared ??= compiler.compile(z.toJSONSchema(schema, { io: 'output', override: nullableInOneStep }));
    if (!isAsDeclared(reply)) {
      throw new Error(`The reply of ${name} is not as declared: ${compiler.errorsText(isAsDeclared.errors)}`);
    }
    return reply;
  };
}
