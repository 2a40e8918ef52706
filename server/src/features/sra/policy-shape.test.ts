import { describe, expect, it } from 'vitest';
import { sentPolicy } from '../../testing/google-policies.ts';
import { maximumBytes, parsePolicyPage } from './policy-shape.ts';

function page(answer: unknown): ReturnType<typeof parsePolicyPage> {
  return parsePolicyPage(JSON.stringify(answer));
}

function nested(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

const imap = { type: 'gmail.imap_access', value: { enableImapAccess: true } };

describe('an answer of the Policy API', () => {
  it('is read with everything that the assessment needs', () => {
    const sent = sentPolicy({ ...imap, name: 'policies/one', group: 'groups/g1', sortOrder: 399.00013 });
    expect(page({ policies: [sent], nextPageToken: 'more' })).toEqual({
      page: {
        policies: [
          {
            name: 'policies/one',
            customer: 'customers/C03example',
            orgUnit: 'orgUnits/root',
            group: 'groups/g1',
            sortOrder: 399.00013,
            by: 'ADMIN',
            type: 'settings/gmail.imap_access',
            value: { enableImapAccess: true },
            raw: sent,
          },
        ],
        nextPageToken: 'more',
      },
    });
  });

  it('may be an empty page that still has a next one', () => {
    expect(page({ nextPageToken: 'more' })).toEqual({ page: { policies: [], nextPageToken: 'more' } });
    expect(page({})).toEqual({ page: { policies: [], nextPageToken: undefined } });
    expect(page({ policies: [], nextPageToken: '' })).toEqual({ page: { policies: [], nextPageToken: undefined } });
  });

  it('keeps settings and keys that nobody knows', () => {
    const result = page({
      policies: [{ name: 'policies/x', setting: { type: 'settings/new.thing', value: { a: 1 } }, later: true }],
    });
    expect(result).toMatchObject({
      page: { policies: [{ type: 'settings/new.thing', value: { a: 1 }, raw: { later: true } }] },
    });
  });

  it('places a policy without a place at the root, as the weakest', () => {
    const result = page({ policies: [{ name: 'policies/x', setting: { type: 'settings/a.b' } }] });
    expect(result).toMatchObject({
      page: { policies: [{ orgUnit: '', group: undefined, sortOrder: 0, by: 'SYSTEM', value: {} }] },
    });
  });

  it('marks a value that is not an object', () => {
    const result = page({ policies: [sentPolicy({ type: 'gmail.imap_access', value: ['x'] })] });
    expect(result).toMatchObject({ page: { policies: [{ value: undefined }] } });
  });

  it('makes text safe to store', () => {
    const result = parsePolicyPage(
      '{"policies":[{"name":"policies/x","setting":{"type":"settings/a.b","value":{"t":"a\\u0000b\\ud800"}}}]}',
    );
    expect(result).toMatchObject({ page: { policies: [{ value: { t: 'a\ufffdb\ufffd' } }] } });
  });

  it.each([
    ['nothing', '', 'not-json'],
    ['half an answer', '{"policies":[{"name":"policies/', 'not-json'],
    ['a page of HTML', '<!doctype html>', 'not-json'],
    ['a list', '[]', 'not-a-page'],
    ['null', 'null', 'not-a-page'],
    ['policies that are no list', '{"policies":{}}', 'not-a-page'],
    ['a page token that is no text', '{"nextPageToken":7}', 'not-a-page'],
    ['a policy that is no object', '{"policies":[1]}', 'not-a-policy'],
    ['a policy without a name', '{"policies":[{"setting":{"type":"settings/a.b"}}]}', 'not-a-policy'],
    ['a policy without a setting', '{"policies":[{"name":"policies/x"}]}', 'not-a-policy'],
    [
      'a prototype',
      '{"policies":[{"name":"policies/x","setting":{"type":"settings/a.b","value":{"__proto__":{"x":1}}}}]}',
      'unsafe-key',
    ],
    ['a constructor', '{"constructor":{}}', 'unsafe-key'],
    ['a key with NUL', '{"a\\u0000":1}', 'unsafe-key'],
    ['33 levels', nested(33), 'too-deep'],
    ['a hundred thousand levels', nested(100_000), 'too-deep'],
    ['more than 5 MB', `{"x":"${'x'.repeat(maximumBytes)}"}`, 'too-large'],
    ['more than 5 MB in characters of three bytes', `{"x":"${'€'.repeat(maximumBytes / 3)}"}`, 'too-large'],
  ])('is refused when it is %s', (_what, body, failure) => {
    expect(parsePolicyPage(body)).toEqual({ failure });
  });

  it('may be 32 levels deep and 5 MB long', () => {
    expect(parsePolicyPage(nested(32))).toHaveProperty('page');
    expect(parsePolicyPage(`{"x":"${'x'.repeat(maximumBytes - 8)}"}`)).toHaveProperty('page');
  });
});
