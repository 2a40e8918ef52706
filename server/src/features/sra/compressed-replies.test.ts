import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pathOf } from '@sentrywell/contract/endpoint.ts';
import { noBody, nothing } from '@sentrywell/contract/shapes.ts';
import { sraEndpoints } from '@sentrywell/contract/sra.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AssessingWorld, buildAssessingWorld } from '../../testing/assessing-world.ts';
import { assess } from '../../testing/workspace-sign-in.ts';

let world: AssessingWorld['world'];
beforeAll(async () => {
  ({ world } = await buildAssessingWorld());
});

async function newestFor(acceptEncoding: string | undefined) {
  const { headers, rawPayload } = await world.kernel.app.inject({
    url: pathOf(sraEndpoints.findNewestAssessment, { id: world.organizations.cedar.id }),
    headers: {
      cookie: `sid=${world.people.orgAdmin.cookie}`,
      ...(acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }),
    },
  });
  return { encoding: headers['content-encoding'], type: headers['content-type'], bytes: rawPayload };
}

describe('replies that travel compressed: what they do', () => {
  test('an assessment is sent in the shortest form that the browser reads, and says the same in each', async () => {
    await assess(world, 'orgAdmin', 'cedar');
    const plain = await newestFor(undefined);
    const [brotli, gzip] = [await newestFor('gzip, deflate, br, zstd'), await newestFor('gzip, deflate')];
    expect([plain, gzip, brotli].map(({ encoding }) => encoding)).toEqual([undefined, 'gzip', 'br']);
    expect([plain, gzip, brotli].map(({ type }) => type)).toEqual(Array(3).fill('application/json; charset=utf-8'));
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
    expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes);
    expect(JSON.parse(plain.bytes.toString())).toHaveProperty('newest.policies');
    expect(gzip.bytes.length).toBeLessThan(plain.bytes.length / 4);
    expect(brotli.bytes.length).toBeLessThan(gzip.bytes.length);
  });

  test.each([
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['BR', 'br'],
    ['identity', undefined],
    ['abroad', undefined],
    ['gzip;q=0', undefined],
  ])('a browser that says "%s" gets %s', async (said, expected) => {
    expect((await newestFor(said)).encoding).toBe(expected);
  });

  test('a reply that mirrors something of its request never is, whatever the browser reads', async () => {
    const headers = { 'accept-encoding': 'gzip, br' };
    const marked = world.kernel.endpoints.filter(({ compresses }) => compresses === true);
    expect(marked).not.toHaveLength(0);
    for (const { method, query, body } of marked) {
      expect(method).toBe('GET');
      expect(query).toBe(nothing);
      expect(body).toBe(noBody);
    }
    const list = await world.call(sraEndpoints.listAssessments, {
      as: 'orgAdmin',
      params: { id: world.organizations.cedar.id },
      headers,
    });
    expect(list.headers).not.toHaveProperty('content-encoding');
  });
});
