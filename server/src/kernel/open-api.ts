import type { Access, Endpoint } from '@sentrywell/contract/endpoint.ts';
import { errors } from '@sentrywell/contract/errors.ts';
import { z } from 'zod';

function whoMay(access: Access): string {
  return access.kind === 'open' || access.kind === 'person'
    ? access.kind
    : `${access.kind}: ${access.roles.join(', ')}`;
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' });
}

function parametersOf(schema: z.ZodType, place: 'path' | 'query'): object[] {
  const described = schemaOf(schema, 'input');
  const properties = 'properties' in described && typeof described.properties === 'object' ? described.properties : {};
  const required = 'required' in described && Array.isArray(described.required) ? described.required.map(String) : [];
  return Object.entries(properties ?? {}).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value as unknown,
  }));
}

function operationOf(endpoint: Endpoint): object {
  const statuses = [...new Set(endpoint.refusals.map((code) => errors[code].status))];
  const refusals = statuses.map((status): [string, object] => [
    String(status),
    { description: endpoint.refusals.filter((code) => errors[code].status === status).join(', ') },
  ]);
  return {
    summary: endpoint.summary,
    description: `Who may: ${whoMay(endpoint.access)}`,
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(endpoint.method === 'POST'
      ? { requestBody: { content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } } }
      : {}),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } } },
      ...Object.fromEntries(refusals),
    },
  };
}

/** The OpenAPI 3.1 description of every mounted call. */
export function openApi(endpoints: readonly Endpoint[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const url = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[url] = { ...paths[url], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return { openapi: '3.1.0', info: { title: 'Sentrywell', version: '1' }, paths };
}
