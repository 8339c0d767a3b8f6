import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Described, endpoints } from '#test/contracts/document.ts';
import { startService } from '#test/contracts/service-client.ts';

type Operation = {
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  requestBody?: {
    content: {
      'application/json': {
        schema: { properties: Record<string, Record<string, unknown>>; required?: string[] };
      };
    };
  };
  responses: Record<
    string,
    { description: string; content?: { 'application/json': { schema: { properties: object } } } }
  >;
};
type Description = {
  info: { version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
};

test('openapi.json has version 1.1.0 and every endpoint of the document', async (t) => {
  const { call, service } = await startService(t);
  const { body } = await call('GET /openapi.json', { headers: { 'X-API-Key': null } });
  assert.deepEqual(body, JSON.parse(JSON.stringify(service.openapi())));
  const { info, servers, paths } = body as Description;
  assert.equal(info.version, '1.1.0');
  assert.deepEqual(servers, [{ url: service.url }]);
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(described.toSorted(), Object.keys(endpoints).toSorted());
});

test('its parameters and bodies have the names of the document', async (t) => {
  const { service } = await startService(t);
  const { paths } = service.openapi() as Description;
  const paging = ['page', 'perPage'];
  for (const [endpoint, { query = {}, body = {} }] of Object.entries(endpoints)) {
    const [method = '', path = ''] = endpoint.split(' ');
    const operation = paths[path]?.[method.toLowerCase()];
    const asked = operation?.parameters.filter((one) => one.in === 'query' && !paging.includes(one.name));
    // which of the two names is taken is chosen at start
    const { brandId: _other, ...others } = query;
    assert.deepEqual(
      asked?.map(({ name }) => name).toSorted(),
      Object.keys(path.endsWith('/connection-url') ? others : query).toSorted(),
      endpoint,
    );
    const { properties = {} } = operation?.requestBody?.content['application/json'].schema ?? {};
    assert.deepEqual(Object.keys(properties).toSorted(), Object.keys(body).toSorted(), endpoint);
  }
});

test('it describes responses like the document', async (t) => {
  const { service } = await startService(t);
  const { paths } = service.openapi() as Description;
  assert.equal(paths['/brands']?.get?.responses[500]?.description, 'Unknown error');
  assert.equal(paths['/me']?.get?.responses[500], undefined);
  const descriptor =
    paths['/social-profiles/connection-url']?.get?.responses[200]?.content?.['application/json'];
  assert.deepEqual(Object.keys(descriptor?.schema.properties ?? {}), [
    'provider',
    'authProvider',
    'authUrl',
    'callbackUrl',
    'instructions',
  ]);
});

test('its bodies have the limits, words and defaults of the document, which requests are checked against', async (t) => {
  const { service } = await startService(t);
  const { paths } = service.openapi() as Description;
  const described = (schema: Record<string, unknown> = {}): Described => ({
    ...(schema.enum ? { words: schema.enum as string[] } : {}),
    ...(schema.minimum !== undefined && { range: [Number(schema.minimum), Number(schema.maximum)] }),
    // an ID has at least one
    ...(Number(schema.minLength) > 1 && { fewestCharacters: Number(schema.minLength) }),
    ...(schema.maxItems !== undefined && { mostItems: Number(schema.maxItems) }),
    ...(schema.anyOf ? { nullable: JSON.stringify(schema.anyOf).includes('"null"') } : {}),
    ...(schema.default !== undefined && { default: Number(schema.default) }),
  });
  const required: Record<string, string[]> = {};
  for (const [endpoint, { body = {} }] of Object.entries(endpoints)) {
    const [method = '', path = ''] = endpoint.split(' ');
    const schema = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json'].schema;
    if (schema?.required) required[endpoint] = schema.required;
    for (const [name, { switches: _, ...limits }] of Object.entries(body))
      assert.deepEqual(described(schema?.properties[name]), limits, `${endpoint}: ${name}`);
  }
  assert.deepEqual(required, {
    'POST /post': ['caption', 'mediaUrls'],
    'POST /post/ai': ['prompt'],
    'POST /campaigns': ['prompt'],
    'POST /workflow/{workflowId}': ['on'],
  });
  const { brandId } = Object.fromEntries(
    (paths['/post/ai']?.post?.parameters ?? []).map((one) => [one.name, one]),
  );
  assert.deepEqual([brandId?.in, brandId?.required], ['query', true]);
  assert.equal(paths['/post']?.post?.responses[201]?.description, 'Created');
});
