import { z } from 'zod';
import { describe, expect, test } from 'vitest';
import { replyCheck } from './check-reply.ts';

const clinic = z.object({
  id: z.int(),
  name: z.string().regex(/^[A-Z]/),
  since: z.string().nullable(),
  note: z.string().optional(),
  phone: z.string().regex(/^\+/).nullish(),
  score: z.number().max(100).nullish(),
  status: z.enum(['active', 'inactive']).nullish(),
});
const check = replyCheck(
  'GET /clinics',
  z.object({ clinics: z.array(clinic), byKind: z.record(z.string(), z.number()) }),
);
const declared = { clinics: [{ id: 1, name: 'Cedar', since: null }], byKind: { dental: 2 } };

describe('a reply', () => {
  test('leaves as it is when it is as declared', () => {
    expect(check(structuredClone(declared))).toEqual(declared);
  });

  test('leaves without what the contract does not declare, however deep', () => {
    const withSecrets = {
      ...declared,
      passwordHash: 'x',
      clinics: [{ ...declared.clinics[0], tenantId: 7, note: undefined }],
    };
    expect(check(withSecrets)).toEqual(declared);
  });

  test('may have null for a text, a number or a word, where that is declared', () => {
    const clinics = [{ id: 1, name: 'Cedar', since: null, phone: null, score: null, status: null }];
    expect(check({ ...declared, clinics })).toEqual({ ...declared, clinics });
  });

  test.each([
    ['a text that may be null has another form', { phone: '555' }],
    ['a number that may be null is too large', { score: 101 }],
    ['a number that may be null is a text', { score: '99' }],
    ['a word that may be null is another', { status: 'gone' }],
    ['a text that may not be null is', { name: null }],
  ])('is a defect when %s', (_, field) => {
    const clinics = [{ id: 1, name: 'Cedar', since: null, ...field }];
    expect(() => check({ ...declared, clinics })).toThrow(/is not as declared/);
  });

  test.each([
    ['a field is missing', { clinics: [{ id: 1, name: 'Cedar' }], byKind: {} }],
    ['a field has another type', { clinics: [{ id: '1', name: 'Cedar', since: null }], byKind: {} }],
    ['a text has another form', { clinics: [{ id: 1, name: 'cedar', since: null }], byKind: {} }],
    ['a value of a record has another type', { clinics: [], byKind: { dental: 'two' } }],
    ['a number is none', { clinics: [], byKind: { dental: Number.NaN } }],
    ['it is nothing at all', undefined],
  ])('is a defect when %s', (_, reply) => {
    expect(() => check(reply)).toThrow(/The reply of GET \/clinics is not as declared/);
  });
});
