import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '#test/contracts/document.ts';
import { startService } from '#test/contracts/service-client.ts';

type Operation = {
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  requestBody?: {
    content: { 'application/json': { schema: { properties: Record<string, object>; required?: string[] } } };
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
  const media = paths['/post']?.post?.requestBody?.content['application/json'].schema.properties.mediaUrls;
  assert.equal((media as { maxItems?: number }).maxItems, undefined);
});

test('its schemas have the limits that requests are checked against', async (t) => {
  const { service } = await startService(t);
  const { paths } = service.openapi() as Description;
  const body = (path: string, method: string) => {
    const operation = paths[path]?.[method];
    return operation?.requestBody?.content['application/json'].schema;
  };
  assert.deepEqual(body('/post', 'post')?.required, ['caption', 'mediaUrls']);
  assert.equal(body('/post/{postId}', 'patch')?.required, undefined);
  assert.deepEqual(body('/campaigns', 'post')?.required, ['prompt']);
  assert.deepEqual(body('/post/ai', 'post')?.properties.prompt, { type: 'string', minLength: 10 });
  assert.deepEqual(body('/campaigns', 'post')?.properties.duration, {
    default: 7,
    type: 'integer',
    minimum: 1,
    maximum: 30,
  });
  const [brandId] = paths['/post/ai']?.post?.parameters ?? [];
  assert.deepEqual([brandId?.name, brandId?.in, brandId?.required], ['brandId', 'query', true]);
  assert.equal(paths['/post']?.post?.responses[201]?.description, 'Created');
});
